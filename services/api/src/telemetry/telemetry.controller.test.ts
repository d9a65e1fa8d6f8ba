import { randomBytes, randomUUID } from 'node:crypto';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { MeasuredPage } from '@easel/contracts/telemetry/http';
import { EVENTS_A_CALL, VISIT_POINTS, VISITS_KEPT_DAYS, VITALS_KEPT_DAYS } from '@easel/contracts/telemetry/policy';
import { activityStream, visitsStream, vitalsStream } from '@easel/contracts/telemetry/stream';
import { OutcomeUnknown } from '@easel/kernel/log/event-log.errors';
import { replaceChance } from '@easel/kernel/server/chance';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest, { type Test } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { registerMember, startApi } from '../testing/api-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startApi({ trustProxy: ['loopback'] });
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => server.close());

/** By a visitor at an address of their own. */
const track = (body: object, at = server): Test =>
  supertest(at.http).post('/api/analytics/track').set('x-forwarded-for', address()).send(body);
let told = 0;
const address = (): string => `203.0.113.${(told++ % 250) + 1}`;

const buildOf = (): string => randomUUID().slice(0, 8);
const page = (build: string, more: Partial<MeasuredPage> = {}): MeasuredPage => ({
  page: '/image/:id',
  build,
  navigation: 'navigate',
  connection: '4g',
  vitals: { lcp: { value: 1234.5, target: 'main > img', cause: 'resource-load-delay' }, cls: { value: 0.02 } },
  slowResources: [{ resource: '/api/gallery', kind: 'fetch', ms: 1500 }],
  longTasks: [1100],
  ...more,
});
const measured = (build: string, more: Partial<MeasuredPage> = {}): object => ({
  event_type: 'web-vitals',
  event_data: page(build, more),
  timestamp: '1999-01-01T00:00:00.000Z',
  context: { user_agent: 'Mine', url: '/image/7', referrer: '' },
});
const visit = (landing: string, referrerHost: string | null): object => ({
  event_type: 'visit',
  event_data: { landing, referrerHost },
});

const today = (): string => new Date().toISOString().slice(0, 10);

async function pagesOf(build: string, { log } = server.foundation): Promise<Recorded[]> {
  const facts = await Array.fromAsync(log.read<Fact<string, { build: string }>>(vitalsStream.nameOf(today())));
  return facts.filter(({ data }) => data.build === build);
}

async function visitsFrom(host: string, { log } = server.foundation): Promise<Recorded[]> {
  const facts = await Array.fromAsync(
    log.read<Fact<string, { referrerHost: string | null }>>(visitsStream.nameOf(today())),
  );
  return facts.filter(({ data }) => data.referrerHost === host);
}

async function activities(isMeant: (data: Record<string, unknown>) => boolean): Promise<Recorded[]> {
  const found: Recorded[] = [];
  const { signal } = new AbortController();
  for await (const item of server.foundation.log.subscribe({
    categories: [activityStream.category],
    after: 'start',
    signal,
  })) {
    if (item.kind === 'caught-up') break;
    if (item.kind === 'fact' && isMeant(item.fact.data as Record<string, unknown>)) found.push(item.fact);
  }
  return found;
}

const asText = (facts: readonly Recorded[]): string =>
  JSON.stringify(facts, (_, value: unknown) => (typeof value === 'bigint' ? '' : value));

test('a measured page is a fact of its day that tells nothing of whose it was', async () => {
  const build = buildOf();
  const member = await registerMember(server);
  const { body } = await track(measured(build))
    .set(...member.bearer)
    .expect(202);
  expect(body).toEqual({ success: true, recorded: 1 });
  const facts = await pagesOf(build);
  expect(facts.map(({ type, data }) => ({ type, data }))).toEqual([
    { type: 'PageMeasured', data: { ...page(build), day: today(), sample: 1 } },
  ]);
  expect(facts[0]?.metadata).toEqual({
    $correlationId: expect.any(String) as unknown,
    actor: { kind: 'visitor', id: 'visitor' },
    schemaVersion: 1,
  });
  expect(asText(facts)).not.toContain(member.id);
});

test('several come in one call, and nothing says that they came together', async () => {
  const build = buildOf();
  const events = [measured(build), measured(build, { navigation: 'soft-navigation', page: '/cart' })];
  expect((await track({ events }).expect(202)).body).toEqual({ success: true, recorded: 2 });
  const facts = await pagesOf(build);
  expect(new Set(facts.map(({ metadata }) => metadata.$correlationId)).size).toBe(2);
});

test('a visit is recorded by its landing and the host it came from, in the stream of its day', async () => {
  const host = `${buildOf()}.example.org`;
  await track({ events: [visit('/search', host), measured(buildOf())] }).expect(202);
  const facts = await visitsFrom(host);
  expect(facts.map(({ type, data }) => ({ type, data }))).toEqual([
    {
      type: 'VisitBegun',
      data: { landing: '/search', referrerHost: host, at: expect.stringContaining(today()) as unknown },
    },
  ]);
  expect(facts[0]?.metadata.actor).toEqual({ kind: 'visitor', id: 'visitor' });
});

test('a call with two visits is refused whole, and records nothing', async () => {
  const host = `${buildOf()}.example.org`;
  const { body } = await track({ events: [visit('/search', host), visit('/cart', host)] }).expect(400);
  expect(body.errors).toMatchObject([{ path: 'events', message: 'At most one visit at once' }]);
  expect(await visitsFrom(host)).toEqual([]);
});

test('what a member did to a picture is theirs; without a token it is skipped', async () => {
  const [mine, nobodys] = [randomUUID(), randomUUID()];
  const opened = (generation_id: string) => ({ event_type: 'purchase_opened', event_data: { generation_id } });
  const member = await registerMember(server);
  const { body } = await track(opened(mine))
    .set(...member.bearer)
    .expect(202);
  expect(body).toEqual({ success: true, recorded: 1 });
  expect((await track(opened(nobodys)).expect(202)).body).toEqual({ success: true, recorded: 0 });
  const facts = await activities(({ generationId }) => generationId === mine || generationId === nobodys);
  expect(facts.map(({ data }) => data)).toEqual([
    { memberId: member.id, eventType: 'purchase_opened', generationId: mine, at: expect.any(String) as unknown },
  ]);
});

test('what is counted where it happens, or is unknown, is left out and said to be', async () => {
  const generation_id = randomUUID();
  const member = await registerMember(server);
  const { body } = await track({
    events: [
      { event_type: 'image_download', event_data: { generation_id } },
      { event_type: 'page_view', event_data: { page: '/cart' } },
    ],
  })
    .set(...member.bearer)
    .expect(202);
  expect(body).toEqual({ success: true, recorded: 0 });
  expect(await activities(({ generationId }) => generationId === generation_id)).toEqual([]);
});

test.each<[string, object]>([
  ['nothing', {}],
  ['one event and several', { ...measured('b'), events: [] }],
  ['too many', { events: Array.from({ length: EVENTS_A_CALL + 1 }, () => visit('/search', null)) }],
  ['an address for a page', measured('b', { page: '/image/11111111-1111-4111-8111-111111111111' as '/image/:id' })],
  ['a selector with an id', measured('b', { vitals: { lcp: { value: 1, target: '#picture-7' } } })],
  ['an address of a resource', measured('b', { slowResources: [{ resource: '/api/u/a/b', kind: 'img', ms: 2000 }] })],
  ['a query in one', measured('b', { slowResources: [{ resource: '/api/a?token=b', kind: 'img', ms: 2000 }] })],
  ['a time below nothing', measured('b', { vitals: { lcp: { value: -1 } } })],
  ['a vital that nobody knows', measured('b', { vitals: { xyz: { value: 1 } } as MeasuredPage['vitals'] })],
  ['a referrer with its path', visit('/search', 'example.org/somebody')],
  ['a picture without its id', { event_type: 'purchase_opened', event_data: {} }],
])('%s is refused whole', async (_what, body) => {
  const append = vi.spyOn(server.foundation.log, 'appendEncoded');
  const anywhere = vi.spyOn(server.foundation.log, 'appendAnywhere');
  await track(body).expect(400);
  expect(append).not.toHaveBeenCalled();
  expect(anywhere).not.toHaveBeenCalled();
});

test('the log is told how long to keep a day, before anything of it is recorded', async () => {
  const fresh = await startApi();
  try {
    const keep = vi.spyOn(fresh.foundation.log, 'keepFor');
    const append = vi.spyOn(fresh.foundation.log, 'appendAnywhere');
    for (const build of [buildOf(), buildOf()]) await track(measured(build), fresh).expect(202);
    for (const host of ['a.example', 'b.example']) await track(visit('/search', host), fresh).expect(202);
    expect(keep.mock.calls).toEqual([
      [vitalsStream.nameOf(today()), VITALS_KEPT_DAYS],
      [visitsStream.nameOf(today()), VISITS_KEPT_DAYS],
    ]);
    const [page, , begun] = append.mock.invocationCallOrder;
    expect(keep.mock.invocationCallOrder[0]).toBeLessThan(page ?? 0);
    expect(keep.mock.invocationCallOrder[1]).toBeLessThan(begun ?? 0);
  } finally {
    await fresh.close();
  }
});

describe('an address that has reported its share of the hour', () => {
  const share = 20;
  let limited: TestServer;
  beforeAll(async () => {
    limited = await startApi({
      trustProxy: ['loopback'],
      rateLimitScale: 1,
      telemetry: { FIELD_EVENTS_AN_ADDRESS: share },
    });
  });
  afterAll(() => limited.close());
  const from = (address: string, ...events: object[]): Test =>
    supertest(limited.http).post('/api/analytics/track').set('x-forwarded-for', address).send({ events });

  test('is refused with 429 and the time to wait, and others go on', async () => {
    const build = buildOf();
    const full = Array.from({ length: share }, () => measured(build));
    await from('203.0.113.1', ...full).expect(202);
    const refused = await from('203.0.113.1', measured(build)).expect(429);
    const seconds = Number(refused.headers['retry-after']);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(3_600);
    expect(await pagesOf(build, limited.foundation)).toHaveLength(share);
    await from('203.0.113.2', measured(build)).expect(202);
    expect(await pagesOf(build, limited.foundation)).toHaveLength(share + 1);
  });

  test('begins few visits, and shares them with its /64 of IPv6', async () => {
    const host = `${buildOf()}.example.org`;
    for (let n = 1; n <= share / VISIT_POINTS; n++)
      await from(`2001:db8:1:2::${n}`, visit('/search', host)).expect(202);
    await from('2001:db8:1:2:ffff::1', visit('/search', host)).expect(429);
    expect(await visitsFrom(host, limited.foundation)).toHaveLength(share / VISIT_POINTS);
    await from('2001:db8:1:3::1', visit('/search', host)).expect(202);
  });

  test('is charged for events that are not recorded, too', async () => {
    const unknown = Array.from({ length: share }, () => ({ event_type: 'page_view' }));
    await from('203.0.113.3', ...unknown).expect(202);
    await from('203.0.113.3', { event_type: 'page_view' }).expect(429);
  });
});

// Others of the process draw too, whenever they like: each gets the same.
test.each([
  [0.24, 3],
  [0.25, 0],
])('a sample of the pages is recorded, and says so; visits are all counted: drawn %d', async (drawn, kept) => {
  const sampling = await startApi({ telemetry: { VITALS_SAMPLE: 0.25 } });
  const restoreChance = replaceChance({ bytes: randomBytes, uuid: randomUUID, fraction: () => drawn });
  try {
    const build = buildOf();
    const events = [measured(build), measured(build), measured(build), visit('/search', null)];
    expect((await track({ events }, sampling).expect(202)).body).toEqual({ success: true, recorded: kept + 1 });
    const facts = await pagesOf(build, sampling.foundation);
    expect(facts.map(({ data }) => data)).toEqual(
      Array.from({ length: kept }, () => expect.objectContaining({ sample: 0.25 }) as unknown),
    );
  } finally {
    restoreChance();
    await sampling.close();
  }
});

test('of everybody together no more is recorded in an hour than there is room for', async () => {
  const narrow = await startApi({ telemetry: { FIELD_FACTS_AN_HOUR: 3 } });
  try {
    const build = buildOf();
    const recorded = async (...events: object[]): Promise<unknown> =>
      ((await track({ events }, narrow).expect(202)).body as { recorded: unknown }).recorded;
    expect(await recorded(measured(build), visit('/search', null))).toBe(2);
    expect(await recorded(measured(build))).toBe(1);
    expect(await recorded(measured(build), visit('/search', null))).toBe(0);
    expect(await pagesOf(build, narrow.foundation)).toHaveLength(2);
  } finally {
    await narrow.close();
  }
});

test('what the log could not take is told, and may be lost', async () => {
  const build = buildOf();
  vi.spyOn(server.foundation.log, 'appendAnywhere').mockRejectedValueOnce(
    new OutcomeUnknown('vitals', new Error('cut')),
  );
  await track(measured(build)).expect(503);
  expect(await pagesOf(build)).toEqual([]);
});

test('whoever tells too much is told to wait', async () => {
  const limited = await startApi({ rateLimitScale: 1 });
  try {
    const told = Array.from({ length: 61 }, () =>
      supertest(limited.http).post('/api/analytics/track').send({ event_type: 'page_view' }),
    );
    const refused = (await Promise.all(told)).filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
    expect(refused[0]?.headers).toHaveProperty('retry-after');
  } finally {
    await limited.close();
  }
});
