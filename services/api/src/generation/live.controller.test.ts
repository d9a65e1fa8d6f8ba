import { createHash, randomUUID } from 'node:crypto';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { liveEvents, type LiveEventName, type LiveJob } from '@easel/contracts/generation/live';
import { RENDER_PROGRESS } from '@easel/contracts/generation/policy';
import { eventReader, type StreamEvent } from '@easel/contracts/kernel/client/event-stream';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import { HEARTBEAT_MS } from '@easel/kernel/http/live-hub';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestMember } from '../testing/api-server.ts';
import { Render } from '../testing/generation-facts.ts';
import { mailed, tokenIn } from '../testing/mailbox.ts';
import { renderAs } from '../testing/render.ts';
import { Studio } from '../testing/studio.ts';
import { GenerationLookup } from './generation.lookup.ts';

let server: TestServer;
let studio: Studio;
const streams: Stream[] = [];
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
});
afterEach(() => {
  for (const stream of streams.splice(0)) stream.close();
});
afterAll(() => server.close());

type Told = { name: LiveEventName; id: string | undefined; data: unknown };

/** A live stream as a page reads it: every event checked against its contract. */
class Stream {
  private readonly events: Told[] = [];
  private changed = Promise.withResolvers<void>();

  constructor(readonly message: IncomingMessage) {
    streams.push(this);
    const feed = eventReader((event) => this.take(event));
    message.setEncoding('utf8').on('data', feed);
    message.on('error', () => undefined);
  }

  /** The next event of this name; others before it are passed over. */
  async next(name: LiveEventName): Promise<Told> {
    for (;;) {
      for (let event = this.events.shift(); event; event = this.events.shift()) if (event.name === name) return event;
      await this.changed.promise;
    }
  }

  /** The next `job`. */
  async job(): Promise<LiveJob & { eventId: string }> {
    const { data, id } = await this.next('job');
    return { ...(data as LiveJob), eventId: id ?? '' };
  }

  async jobs(): Promise<LiveJob[]> {
    return ((await this.next('jobs')).data as { jobs: LiveJob[] }).jobs;
  }

  close(): void {
    this.message.destroy();
  }

  private take({ event, id, data }: StreamEvent): void {
    const name = event as LiveEventName;
    this.events.push({ name, id, data: liveEvents[name].parse(JSON.parse(data)) });
    this.changed.resolve();
    this.changed = Promise.withResolvers();
  }
}

async function get(member: TestMember | undefined, lastEventId?: string): Promise<IncomingMessage> {
  const { port } = server.http.address() as AddressInfo;
  const headers = {
    ...(member && Object.fromEntries([member.bearer])),
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  };
  const sent = request({ port, host: '127.0.0.1', path: '/api/live', headers, agent: false }).end();
  const [message] = (await once(sent, 'response')) as [IncomingMessage];
  return message;
}
const listen = async (member: TestMember, lastEventId?: string): Promise<Stream> =>
  new Stream(await get(member, lastEventId));

/** Says this of a queued generation, as its worker would. */
class Worker extends Render {
  private revision = 0;

  constructor(
    readonly id: string,
    readonly memberId: string,
  ) {
    super({ generationId: id, memberId });
  }

  async says(...facts: GenerationFact[]): Promise<void> {
    const context = { key: randomUUID(), actor: { kind: 'system', id: 'test' }, correlationId: randomUUID() } as const;
    const stream = `generation-${this.id}`;
    await server.foundation.log.append(stream, this.revision, newFacts(stream, facts, context));
    this.revision += facts.length;
  }
}

const later = (): Date => new Date(Date.now() + 60_000);

describe('a stream', () => {
  test('is for members, says what it is and is kept by nobody', async () => {
    const refused = await get(undefined);
    expect(refused.statusCode).toBe(401);
    refused.destroy();
    const { message } = await listen(await studio.member());
    expect(message.statusCode).toBe(200);
    expect(message.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
    });
  });

  test('begins with the member’s open jobs and tells every step of theirs, and of nobody else’s', async () => {
    const [member, other] = [await studio.member(), await studio.member()];
    const before = await studio.queued(member, { prompt: 'a red fox', count: 4, aspect_ratio: '16:9' });
    const stream = await listen(member);
    expect(await stream.jobs()).toEqual([
      {
        id: before,
        status: 'queued',
        prompt: 'a red fox',
        created_at: expect.stringMatching(/^\d{4}-/),
        aspect_ratio: 'widescreen_16_9',
        resolution: '1k',
        count: 4,
        done: 0,
        progress: 0,
        position: expect.any(Number),
        eta_ms: null,
        variant_of: null,
        failure: null,
      },
    ]);

    await studio.queued(other);
    const after = await studio.queued(member);
    expect(await stream.job()).toMatchObject({ id: after, status: 'queued', position: expect.any(Number) });
    const worker = new Worker(before, member.id);
    await worker.says(worker.started(later()), worker.stored());
    expect(await stream.job()).toMatchObject({ id: before, status: 'processing', done: 0, position: null });
    expect(await stream.job()).toMatchObject({ id: before, done: 1, progress: 0.25 });
    await worker.says(worker.handedBack('drained'), worker.started(later()), worker.stored(), worker.completed(4_000));
    expect(await stream.job()).toMatchObject({ status: 'queued', done: 0, progress: 0 });
    expect(await stream.job()).toMatchObject({ status: 'processing', done: 0 });
    expect(await stream.job()).toMatchObject({ status: 'processing', done: 1 });
    const made = await stream.job();
    expect(made).toMatchObject({ status: 'completed', progress: 1, prompt: 'a red fox' });
    const found = await server.app.get(GenerationLookup, { strict: false }).find(before);
    expect(made.generation).toEqual(found?.reply);
    expect(made.generation?.variants).toHaveLength(1);

    const failing = new Worker(after, member.id);
    await failing.says(failing.failed());
    expect(await stream.job()).toMatchObject({ id: after, status: 'failed', failure: 'render_failed' });
    const cancelled = new Worker(await studio.queued(member), member.id);
    await stream.job();
    await cancelled.says(cancelled.cancelled());
    expect(await stream.job()).toMatchObject({ id: cancelled.id, status: 'cancelled', failure: null });
    expect(await (await listen(member)).jobs()).toEqual([]);
  });

  test('tells that a variant is there once it stands with its image, and not before', async () => {
    const member = await studio.member();
    const id = await studio.finished(member);
    const stream = await listen(member);
    const { body } = await studio.post(member, `create-variant/${id}`, {}).expect(202);
    const { generationId } = body as { generationId: string };
    expect(await stream.job()).toMatchObject({ id: generationId, status: 'queued', variant_of: id });
    await renderAs(server, { generationId, memberId: member.id, bytes: Buffer.from('a variant') });
    let last = await stream.job();
    while (last.status !== 'completed') last = await stream.job();
    const attached = (await studio.factsOf(`generation-${id}`)).find(({ type }) => type === 'VariantAttached');
    expect(last).toMatchObject({ id: generationId, variant_of: id, eventId: String(attached?.position) });
    expect(last.generation).toBeUndefined();
  });

  test('tells progress and places as they change, without ids', async () => {
    const member = await studio.member();
    const [first, second] = [await studio.queued(member), await studio.queued(member)];
    const stream = await listen(member);
    const places = (await stream.jobs()).map(({ position }) => position ?? -1);
    expect(places[1]).toBeGreaterThan(places[0] ?? 0);
    const worker = new Worker(first, member.id);
    await worker.says(worker.started(later()));
    let { data, id } = await stream.next('queue');
    // The places of both may still be on their way from when they were queued.
    while ((data as { waiting: unknown[] }).waiting.length > 1) ({ data, id } = await stream.next('queue'));
    expect(data).toMatchObject({ waiting: [{ id: second, position: expect.any(Number) }] });
    expect(id).toBeFalsy();

    const tell = (over: object) =>
      server.foundation.bus.publish(RENDER_PROGRESS, {
        generationId: first,
        memberId: member.id,
        done: 0,
        progress: 0.3,
        ...over,
      });
    for (const wrong of [{ progress: 7 }, { memberId: randomUUID() }, { generationId: second }]) tell(wrong);
    tell({});
    const progress = await stream.next('progress');
    expect(progress).toMatchObject({ data: { id: first, done: 0, progress: 0.3 } });
    expect((await (await listen(member)).jobs())[0]).toMatchObject({ id: first, progress: 0.3 });

    tell({ preview: 'x'.repeat(4_097) });
    tell({ preview: 'UklGRg==' });
    expect(await stream.next('progress')).toMatchObject({ data: { id: first, preview: 'UklGRg==' } });
  });
});

test('names the pictures once the last of them is drawn, to who listens at that moment', async () => {
  const member = await studio.member();
  const stream = await listen(member);
  const worker = new Worker(await studio.queued(member, { count: 4 }), member.id);
  const { eventId } = await stream.job();
  await worker.says(worker.started(later()), worker.stored(0), worker.stored(1), worker.stored(2), worker.stored(3));
  await worker.says(worker.completed());
  const steps: LiveJob[] = [];
  while (steps.at(-1)?.status !== 'completed') steps.push(await stream.job());
  expect(steps.map(({ done, pictures = [] }) => [done, pictures.length])).toEqual([
    [0, 0],
    [1, 0],
    [2, 0],
    [3, 0],
    [4, 4],
    [4, 0],
  ]);
  expect(steps.at(-2)).toMatchObject({ status: 'processing' });
  expect(steps.at(-1)?.generation?.variants).toEqual(steps.at(-2)?.pictures);
  const again = await listen(member, eventId);
  for (const { status } of steps) {
    const resumed = await again.job();
    expect(resumed.status).toBe(status);
    expect(resumed.pictures).toBeUndefined();
  }
});

describe('who comes back', () => {
  test('is told every step since, ends included, and nothing twice', async () => {
    const member = await studio.member();
    const stream = await listen(member);
    const worker = new Worker(await studio.queued(member), member.id);
    const { eventId } = await stream.job();
    stream.close();
    await worker.says(worker.started(later()), worker.stored(), worker.completed());
    const next = await studio.queued(member);
    const witness = await listen(member);
    await witness.jobs();

    const again = await listen(member, eventId);
    const resumed = [await again.job(), await again.job(), await again.job(), await again.job()];
    expect(resumed.map(({ id, status }) => [id, status])).toEqual([
      [worker.id, 'processing'],
      [worker.id, 'processing'],
      [worker.id, 'completed'],
      [next, 'queued'],
    ]);
    // What has happened to it meanwhile is read.
    expect(resumed.map(({ generation }) => generation)).toEqual([undefined, undefined, undefined, undefined]);
    expect(await again.next('queue')).toMatchObject({ data: { waiting: [{ id: next }] } });
    const last = await listen(member, resumed.at(-1)?.eventId);
    const failing = new Worker(next, member.id);
    await failing.says(failing.failed());
    expect(await last.job()).toMatchObject({ id: next, status: 'failed' });
  });

  test.each(['x', '-1', '', '99999999999999999999'])(
    'with an id that is none of ours is told everything: %s',
    async (id) => {
      const member = await studio.member();
      const queued = await studio.queued(member);
      expect(await (await listen(member, id)).jobs()).toMatchObject([{ id: queued }]);
    },
  );
});

describe('a stream ends at once with its session', () => {
  const post = (path: string, { bearer }: TestMember) =>
    supertest(server.http)
      .post(path)
      .set(...bearer);
  const signIn = async (member: TestMember): Promise<TestMember> => {
    const { body } = await supertest(server.http)
      .post('/api/auth/login')
      .send({ email: member.email, password: 'correct horse' })
      .expect(200);
    const { token } = body as { token: string };
    return { ...member, token, bearer: ['authorization', `Bearer ${token}`] };
  };
  /** Long before the next heartbeat. */
  const end = ({ message }: Stream): Promise<unknown> =>
    once(message, 'end', { signal: AbortSignal.timeout(HEARTBEAT_MS / 2) });

  test.each<[string, (theirs: TestMember, elsewhere: TestMember) => Promise<unknown>]>([
    ['at the logout', (theirs) => post('/api/auth/logout', theirs).expect(200)],
    [
      'when it is ended from elsewhere',
      async (_, elsewhere) => {
        const { body } = await supertest(server.http)
          .get('/api/auth/sessions')
          .set(...elsewhere.bearer);
        const { id } = body.sessions.find(({ current }: { current: boolean }) => !current) as { id: string };
        await supertest(server.http)
          .delete(`/api/auth/sessions/${id}`)
          .set(...elsewhere.bearer)
          .expect(200);
      },
    ],
    [
      'when the password is changed elsewhere',
      (_, elsewhere) =>
        post('/api/auth/change-password', elsewhere)
          .send({ currentPassword: 'correct horse', newPassword: 'another horse' })
          .expect(200),
    ],
    [
      'when the password is reset',
      async ({ email }) => {
        await supertest(server.http).post('/api/auth/forgot-password').send({ email }).expect(200);
        const token = tokenIn(await mailed(server, email, /^Reset/));
        await supertest(server.http)
          .post('/api/auth/reset-password')
          .send({ token, newPassword: 'A better horse 2' })
          .expect(200);
      },
    ],
    [
      'when another process ends it',
      ({ id, token }) =>
        server.foundation.backgroundPool.query('DELETE FROM vault.sessions WHERE subject_id = $1 AND token_hash = $2', [
          id,
          createHash('sha256').update(token).digest(),
        ]),
    ],
  ])('%s', async (_what, act) => {
    const member = await studio.member();
    const elsewhere = await signIn(member);
    const [stream, ofAnother] = [await listen(member), await listen(await studio.member())];
    await stream.jobs();
    const ended = end(stream);
    await act(member, elsewhere);
    await ended;
    expect([stream.message.complete, ofAnother.message.complete]).toEqual([true, false]);
  });
});

test('the end of the process ends the streams, after what they were told', async () => {
  const own = await startApi();
  const kept = server;
  server = own;
  try {
    const member = await new Studio(own).member();
    const stream = await listen(member);
    await stream.jobs();
    const ended = once(stream.message, 'end');
    await own.app.close();
    await ended;
    expect(stream.message.complete).toBe(true);
  } finally {
    server = kept;
    await own.close();
  }
});
