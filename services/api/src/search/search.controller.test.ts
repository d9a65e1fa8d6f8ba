import { randomUUID } from 'node:crypto';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { SearchFact } from '@easel/contracts/search/events';
import { SEARCHED_BY, SEARCHED_FROM, SEARCHES_KEPT_DAYS } from '@easel/contracts/search/policy';
import { searchesStream } from '@easel/contracts/search/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import { CommandBus } from '@nestjs/cqrs';
import supertest, { type Test } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { cutAppends } from '../testing/cut-append.ts';
import { askedLongAgo } from '../testing/erasures.ts';
import { ForgetSearches } from './forget-searches.ts';

let server: TestServer;
const trusting = { trustProxy: ['loopback'] };
beforeAll(async () => {
  server = await startApi(trusting);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => server.close());

/** By a visitor at an address. */
const perform = (q: unknown, address = '203.0.113.1', found?: unknown): Test =>
  supertest(server.http).post('/api/search/performed').set('x-forwarded-for', address).send({ q, found });
const word = (): string => `w${randomUUID().replaceAll(/[^a-z]/g, '')}`;

/** Those in which a word stands, of today. */
async function recorded(of: string): Promise<Performed[]> {
  return (await events(of)).filter((fact): fact is Performed => fact.type === 'SearchPerformed');
}
type Performed = Recorded<Extract<SearchFact, { type: 'SearchPerformed' }>>;

async function events(of: string): Promise<Recorded<SearchFact>[]> {
  const day = new Date().toISOString().slice(0, 10);
  const facts = await Array.fromAsync(server.foundation.log.read<SearchFact>(searchesStream.nameOf(day)));
  return facts.filter(({ data }) => data.words.includes(of));
}

async function verifiedMember(): Promise<TestMember> {
  const member = await registerMember(server);
  const { log, outbox } = server.foundation;
  await outbox.deliver(memberStream.nameOf(member.id));
  const fact: MemberFact = { type: 'EmailVerified', data: { memberId: member.id } };
  const context = { key: randomUUID(), actor: { kind: 'member', id: member.id }, correlationId: randomUUID() } as const;
  await log.appendAnywhere(memberStream.nameOf(member.id), newFacts(memberStream.nameOf(member.id), [fact], context));
  return member;
}
const performAs = ({ bearer }: TestMember, q: string, address: string): Test => perform(q, address).set(...bearer);

test('what somebody searched for is a fact that tells nothing of who did', async () => {
  const mark = word();
  const member = await registerMember(server);
  const { body } = await perform(`  Red FOX ${mark}`)
    .set(...member.bearer)
    .expect(202);
  expect(body).toEqual({ success: true });
  const [fact, ...more] = await recorded(mark);
  expect(more).toEqual([]);
  expect(fact?.data).toEqual({
    day: new Date().toISOString().slice(0, 10),
    words: `red fox ${mark}`,
    mark: expect.stringMatching(/^[0-9a-f]{16}$/) as unknown,
  });
  expect(fact?.metadata).toEqual({
    $correlationId: expect.any(String) as unknown,
    actor: { kind: 'visitor', id: 'visitor' },
    schemaVersion: 1,
  });
  expect(JSON.stringify(fact, (_, value: unknown) => (typeof value === 'bigint' ? '' : value))).not.toContain(
    member.id,
  );
});

test('how many pictures were found is kept with it, where the page knew', async () => {
  const mark = word();
  await perform(`${mark} seven`, '203.0.113.1', 7).expect(202);
  await perform(`${mark} none`, '203.0.113.1', 0).expect(202);
  await perform(`${mark} ?`).expect(202);
  const facts = (await recorded(mark)).map(({ data }) => data);
  expect(facts.map(({ found }) => found)).toEqual([7, 0, undefined]);
  expect(facts.at(-1)).not.toHaveProperty('found');
});

test.each([-1, 1.5, '7', null])('%j is no number of pictures', async (found) => {
  await perform(word(), '203.0.113.1', found).expect(400);
});

test('a caller counts once for the same words, and two searches of one have nothing in common', async () => {
  const mark = word();
  for (const q of [mark, mark.toUpperCase(), ` ${mark} `]) await perform(q).expect(202);
  await perform(mark, '203.0.113.2').expect(202);
  await perform(`${mark} fox`).expect(202);
  const facts = await recorded(mark);
  expect(facts.map(({ data }) => data.words)).toEqual([mark, mark, `${mark} fox`]);
  expect(new Set(facts.map(({ data }) => data.mark)).size).toBe(3);
});

test('a member counts as one wherever they are, and apart from others at the address', async () => {
  const mark = word();
  const member = await registerMember(server);
  await perform(mark, '203.0.113.1')
    .set(...member.bearer)
    .expect(202);
  await perform(mark, '203.0.113.2')
    .set(...member.bearer)
    .expect(202);
  await perform(mark, '203.0.113.1').expect(202);
  expect(await recorded(mark)).toHaveLength(2);
});

describe('for what is trending', () => {
  test('five unverified members of one address and a visitor count for nothing', async () => {
    const mark = word();
    for (let n = 0; n < SEARCHED_BY; n++)
      await performAs(await registerMember(server), mark, '203.0.113.1').expect(202);
    await perform(mark, '203.0.113.1').expect(202);
    const facts = await recorded(mark);
    expect(facts).toHaveLength(SEARCHED_BY + 1);
    expect(facts.filter(({ data }) => data.counts)).toEqual([]);
  });

  test('verified members count, of one network or /64 of IPv6 a few', async () => {
    const mark = word();
    const counting = async () => (await recorded(mark)).filter(({ data }) => data.counts).length;
    for (let n = 0; n < SEARCHED_BY; n++) await performAs(await verifiedMember(), mark, '203.0.113.1').expect(202);
    expect(await counting()).toBe(SEARCHED_FROM);
    for (let n = 0; n < SEARCHED_BY; n++) {
      await performAs(await verifiedMember(), mark, `2001:db8:1:2::${n + 1}`).expect(202);
    }
    expect(await counting()).toBe(2 * SEARCHED_FROM);
  });

  test('all verified members count where everybody calls from this machine', async () => {
    const mark = word();
    for (let n = 0; n < SEARCHED_BY; n++) await performAs(await verifiedMember(), mark, '127.0.0.1').expect(202);
    const facts = await recorded(mark);
    expect(facts.map(({ data }) => data.counts)).toEqual(Array(SEARCHED_BY).fill(true));
    for (const { data } of facts) expect(data).not.toHaveProperty('network');
  });

  test('a member’s searches count no more once the member was erased, and nothing says whose they were', async () => {
    const mark = word();
    const [erased, other] = [await verifiedMember(), await verifiedMember()];
    for (const q of [`${mark} fox`, `${mark} owl`]) await performAs(erased, q, '203.0.113.1').expect(202);
    await performAs(other, `${mark} fox`, '203.0.113.2').expect(202);
    const own = (await recorded(mark)).slice(0, 2).map(({ data }) => data.mark);
    await askedLongAgo(server, erased);
    const withdrawn = async () => (await events(mark)).filter(({ type }) => type === 'SearchWithdrawn');
    await vi.waitFor(async () => expect((await withdrawn()).map(({ data }) => data.mark)).toEqual(own), {
      timeout: 20_000,
    });
    const text = JSON.stringify(await withdrawn(), (_, value: unknown) => (typeof value === 'bigint' ? '' : value));
    expect(text).not.toContain(erased.id);
    const at = server.app.get(CommandBus, { strict: false });
    await at.execute(new ForgetSearches(erased.id));
    expect(await withdrawn()).toHaveLength(2);
  });
});

test('words that could name somebody are withheld; where none is left, nothing is recorded', async () => {
  const mark = word();
  await perform(`${mark} ada@example.org 0171 234 56`).expect(202);
  expect((await recorded(mark)).map(({ data }) => data.words)).toEqual([mark]);
  const append = vi.spyOn(server.foundation.log, 'appendEncoded');
  for (const q of ['ada@example.org', '12345', '!', '']) await perform(q).expect(202);
  expect(append).not.toHaveBeenCalled();
});

test('the log is told how long to keep a day, before anything of it is recorded', async () => {
  const fresh = await startApi(trusting);
  try {
    const keep = vi.spyOn(fresh.foundation.log, 'keepFor');
    const append = vi.spyOn(fresh.foundation.log, 'appendEncoded');
    for (const q of [word(), word()]) {
      await supertest(fresh.http).post('/api/search/performed').send({ q }).expect(202);
    }
    const day = new Date().toISOString().slice(0, 10);
    expect(keep.mock.calls).toEqual([[searchesStream.nameOf(day), SEARCHES_KEPT_DAYS]]);
    const [kept] = keep.mock.invocationCallOrder;
    const [first] = append.mock.invocationCallOrder;
    expect(kept).toBeLessThan(first ?? 0);
  } finally {
    await fresh.close();
  }
});

test.each([true, false])(
  'a search that was cut off, its fact stored or not (%s), counts once when it is repeated',
  async (isStored) => {
    const mark = word();
    const stream = searchesStream.nameOf(new Date().toISOString().slice(0, 10));
    const mend = cutAppends(server.foundation.log, stream, 'SearchPerformed', { isStored });
    await perform(mark).expect(503);
    mend();
    await perform(mark).expect(202);
    expect(await recorded(mark)).toHaveLength(1);
  },
);

test.each([[7], [null], ['x'.repeat(201)], [{ a: 1 }]])('%j is no search', async (q) => {
  await perform(q).expect(400);
});
