import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { ActivityFact } from '@easel/contracts/telemetry/events';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest, { type Test } from 'supertest';
import { registerMember, signInOperator, type TestMember } from './api-server.ts';
import { renderAs, type Rendered } from './render.ts';

type Method = 'get' | 'post' | 'put' | 'delete';

/** A test's hands on the generation routes of one server; nobody calls where no member is named. */
export class Studio {
  constructor(private readonly server: TestServer) {}

  /** A new member who affords as many images as a month allows. */
  async member(): Promise<TestMember> {
    const member = await registerMember(this.server);
    await supertest(this.server.http)
      .post(`/api/admin/members/${member.id}/credits`)
      .set(...(await signInOperator(this.server)))
      .send({ amount: 250, reason: 'a test' })
      .expect(200);
    return member;
  }

  call(method: Method, path: string, member?: { bearer: [string, string] }): Test {
    const request = supertest(this.server.http)[method](`/api/generation/${path}`);
    return member ? request.set(...member.bearer) : request;
  }

  /** With its prompt taken as it is drawn, unless the body says otherwise. */
  post(member: TestMember, path: string, body: object = {}): Test {
    return this.call('post', path, member).send({ agreed: true, ...body });
  }

  submit(member: TestMember, body: object): Test {
    return this.post(member, 'generate', body).set('prefer', 'respond-async');
  }

  /** The id of one that is queued. */
  async queued(member: TestMember, body: object = {}): Promise<string> {
    const reply = await this.submit(member, { prompt: `number ${randomUUID()}`, resolution: '1k', ...body }).expect(
      202,
    );
    return (reply.body as { generation: { id: string } }).generation.id;
  }

  /** The id of one that is finished. */
  async finished(member: TestMember, body: object = {}, rendered: Partial<Rendered> = {}): Promise<string> {
    const generationId = await this.queued(member, body);
    await renderAs(this.server, { generationId, memberId: member.id, bytes: Buffer.from(generationId), ...rendered });
    return generationId;
  }

  async published(member: TestMember, body: object = {}, rendered: Partial<Rendered> = {}): Promise<string> {
    const id = await this.finished(member, body, rendered);
    await this.call('put', `${id}/make-public`, member).send({ isPublic: true }).expect(200);
    return id;
  }

  async balanceOf(member: TestMember): Promise<{ credits: number; held: number }> {
    const { body } = await supertest(this.server.http)
      .get('/api/wallet/balance')
      .set(...member.bearer)
      .expect(200);
    const { credits, held } = body as { credits: number; held: number };
    return { credits, held };
  }

  /** What happened in a stream, by the facts' types. */
  async typesIn(stream: string): Promise<string[]> {
    return (await this.factsOf(stream)).map(({ type }) => type);
  }

  factsOf(stream: string) {
    return Array.fromAsync(this.server.foundation.log.read(stream));
  }

  /** What members did with a generation, in order. */
  async activityOf(generationId: string): Promise<Recorded<ActivityFact>[]> {
    const { log } = this.server.foundation;
    const found: Recorded<ActivityFact>[] = [];
    const { signal } = new AbortController();
    for await (const item of log.subscribe({ categories: ['activity'], after: 'start', signal })) {
      if (item.kind === 'caught-up') break;
      if (item.kind !== 'fact') continue;
      const fact = item.fact as Recorded<ActivityFact>;
      if (fact.data.generationId === generationId) found.push(fact);
    }
    return found;
  }
}
