import { randomUUID } from 'node:crypto';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import { generationStream } from '@easel/contracts/generation/stream';
import { ERASED } from '@easel/contracts/kernel/event';
import { Sealer } from '@easel/kernel/identity/sealing';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest, { type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { topUpAs, subscribeAs } from '../testing/accounts.ts';
import { registerMember, registrationOf, startApi, type TestMember } from '../testing/api-server.ts';
import { askedLongAgo } from '../testing/erasures.ts';
import { Studio } from '../testing/studio.ts';

let server: TestServer;
let studio: Studio;
beforeAll(async () => {
  server = await startApi({ rateLimitScale: 100 });
  studio = new Studio(server);
});
afterAll(() => server.close());

const PATH = '/api/auth/erasure';
const password = 'correct horse';
const own = (member: TestMember): Test =>
  supertest(server.http)
    .get(PATH)
    .set(...member.bearer);
const ask = (member: TestMember, body: object = { password }): Test =>
  supertest(server.http)
    .post(PATH)
    .set(...member.bearer)
    .send(body);
const withdraw = (member: TestMember): Test =>
  supertest(server.http)
    .delete(PATH)
    .set(...member.bearer);
const signIn = (email: string): Test => supertest(server.http).post('/api/auth/login').send({ email, password });

const factsOf = async (member: TestMember): Promise<string[]> =>
  (await Array.fromAsync(server.foundation.log.readStored(memberStream.nameOf(member.id)))).map(({ type }) => type);

const isErased = (member: TestMember) =>
  vi.waitFor(async () => expect(await factsOf(member)).toContain('MemberErased'), { timeout: 10_000 });

describe('asking to be erased', () => {
  test('takes the password, gives fourteen days, and tells what goes', async () => {
    const member = await registerMember(server);
    const before = await own(member).expect(200);
    expect(before.body.erasure).toEqual({ requested: null, waitsFor: [], goes: { credits: 50, plan: false } });
    const { body } = await ask(member).expect(200);
    const { at, erasesAt, givesUp } = body.erasure.requested;
    expect(Date.parse(erasesAt) - Date.parse(at)).toBe(14 * 86_400_000);
    expect(givesUp).toBe(false);
    // Asked again, the day stays.
    expect((await ask(member).expect(200)).body.erasure.requested.erasesAt).toBe(erasesAt);
    expect((await factsOf(member)).filter((type) => type === 'ErasureRequested')).toHaveLength(1);
  });

  test.each([
    [{ password: 'wrong' }, 422, 'This is not your password'],
    [{}, 400, 'Please enter your password'],
    [{ password: 7 }, 400, 'Please enter your password'],
  ])('%o is refused at its field', async (wrong, status, message) => {
    const member = await registerMember(server);
    const { body } = await ask(member, wrong).expect(status);
    expect(body.errors).toEqual([{ path: 'password', message }]);
    expect(await factsOf(member)).not.toContain('ErasureRequested');
  });

  test('is for members', async () => {
    await supertest(server.http).get(PATH).expect(401);
    await supertest(server.http).post(PATH).send({ password }).expect(401);
    await supertest(server.http).delete(PATH).expect(401);
  });

  test('can be thought better of, and asked once more', async () => {
    const member = await registerMember(server);
    await ask(member).expect(200);
    expect((await withdraw(member).expect(200)).body.erasure.requested).toBeNull();
    await withdraw(member).expect(200);
    await ask(member).expect(200);
    expect((await factsOf(member)).filter((type) => type.startsWith('Erasure'))).toEqual([
      'ErasureRequested',
      'ErasureWithdrawn',
      'ErasureRequested',
    ]);
  });
});

describe('when the days are over', () => {
  test('nobody signs in any more, their words open nowhere, their pictures are gone, and the names are free', async () => {
    const member = await studio.member();
    const [finished, published, queued] = [
      await studio.finished(member, { prompt: 'a heron of mine' }),
      await studio.published(member, { prompt: 'a heron for everybody' }),
      await studio.queued(member, { prompt: 'a heron to come' }),
    ];
    await askedLongAgo(server, member);
    await isErased(member);
    await signIn(member.email).expect(401);
    await own(member).expect(401);
    await vi.waitFor(async () => {
      for (const id of [finished, published, queued]) {
        const facts = await Array.fromAsync(server.foundation.log.readStored(generationStream.nameOf(id)));
        expect(facts.at(-1)?.type).toBe('Purged');
      }
    });
    const sealer = server.app.get(Sealer, { strict: false });
    expect(await sealer.erasedOf([member.id])).toEqual(new Set([member.id]));
    const [registered] = await Array.fromAsync(server.foundation.log.read<MemberFact>(memberStream.nameOf(member.id)));
    expect(registered).toMatchObject({ data: { email: ERASED, firstName: ERASED } });
    // Whoever comes with the same address is somebody else.
    const name = member.email.split('@')[0] ?? '';
    const { body } = await supertest(server.http).post('/api/auth/register').send(registrationOf(name)).expect(200);
    expect(body.user.id).not.toBe(member.id);
  });

  test('money is waited for, unless it is given up', async () => {
    const waits = await registerMember(server);
    await topUpAs(server, waits.id, 525);
    await askedLongAgo(server, waits);
    const goes = await registerMember(server);
    await topUpAs(server, goes.id, 525);
    await askedLongAgo(server, goes, true);
    await isErased(goes);
    const { body } = await own(waits).expect(200);
    expect(body.erasure).toMatchObject({ waitsFor: [{ kind: 'wallet', amount: 5.25 }] });
    expect(await factsOf(waits)).not.toContain('MemberErased');
    // Without another fortnight.
    const given = await ask(waits, { password, givesUp: true }).expect(200);
    expect(given.body.erasure).toMatchObject({ waitsFor: [], requested: { givesUp: true } });
    await isErased(waits);
  });

  test('a plan that runs goes with it, and is said beforehand', async () => {
    const member = await registerMember(server);
    await subscribeAs(server, member.id, 'creator');
    const { body } = await own(member).expect(200);
    expect(body.erasure).toMatchObject({ waitsFor: [], goes: { plan: true } });
  });

  test('a registration that is sent once more with its key of then brings nobody back', async () => {
    const registration = registrationOf(`m${randomUUID().slice(0, 8)}`);
    const key = randomUUID();
    const send = () => supertest(server.http).post('/api/auth/register').set('idempotency-key', key).send(registration);
    const { body } = await send().expect(200);
    const member = { id: body.user.id, token: body.token, email: registration.email } as TestMember;
    await askedLongAgo(server, member);
    await isErased(member);
    await send().expect(409);
  });
});
