import { randomUUID } from 'node:crypto';
import { type EventRecord, eventsHttp, type WholeEvent } from '@easel/contracts/events/http';
import type { FactMetadata } from '@easel/contracts/kernel/event';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import { LogUnavailable } from '@easel/kernel/log/event-log.errors';
import type { NewFact } from '@easel/kernel/log/new-fact';
import { parse as parseCsv } from 'csv-parse/sync';
import type { Response } from 'supertest';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type * as z from 'zod/mini';
import { AccountStory } from '../testing/accounts.ts';
import { exportsOf } from '../testing/exports.ts';
import { downloaded, GenerationStory } from '../testing/generations.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { Reads } from '../kernel/reads.ts';
import { EventWalk } from './event-search.queries.ts';

const SAY_PROVIDER = new Set(['GenerationRequested', 'VariantCreated']);
const HOSTILE = `<script>alert(1)</script><svg onload=alert(2)>`;
const FORMULA = '=HYPERLINK("http://evil")';
/** More than one block of them. */
const STORIES = 300;

let queries: QueryServer;
let operators: Record<OperatorRole, string>;
let records: EventRecord[];
const recorder = new Recorder();
const members = [randomUUID(), randomUUID(), randomUUID()] as const;
const stories = Array.from(
  { length: STORIES },
  (_, index) => new GenerationStory(recorder, members[index % members.length] ?? members[0]),
);
const [first, , , , fifth] = stories as [
  GenerationStory,
  GenerationStory,
  GenerationStory,
  GenerationStory,
  GenerationStory,
];
const account = new AccountStory(recorder, members[0]);

beforeAll(async () => {
  queries = await startQueries();
  const roles = ['admin', 'support', 'analyst', 'auditor'] as const;
  const tokens = await Promise.all(
    roles.map(async (role) => {
      const { token } = await queries.server.foundation.sessions.open(
        { kind: 'operator', id: randomUUID(), role },
        { days: 1, userAgent: '' },
      );
      return [role, `Bearer ${token}`] as const;
    }),
  );
  operators = Object.fromEntries(tokens) as Record<OperatorRole, string>;
  const { log } = queries.server.foundation;
  const toppedUp = account.toppedUp(1_000, 'pi_77', {
    metadata: { $correlationId: 'evt_42', $causationId: 'evt_42', actor: { kind: 'system', id: 'stripe' } },
  });
  for (const story of stories) {
    const facts = story.whole({ prompt: 'zanzibar at noon' }).map(({ id, type, data, metadata }) => ({
      id,
      fact: { type, data },
      metadata: { ...metadata, $correlationId: `call-${story.generationId}`, actor: actorOf(story.memberId) },
    }));
    await log.append(`generation-${story.generationId}`, 'none', facts);
  }
  await log.appendEncoded('stranger-1', 'none', [
    foreign(FORMULA, { text: `${HOSTILE} Łódź`, nested: { inner: ['sealed:1:abc', 'penguin'] } }),
    foreign('CreditsGranted', { memberId: 7, note: "'; drop table event; --" }),
  ]);
  await queries.append(toppedUp, downloaded(recorder, members[1], first.generationId));
  records = await walk({}, 'before');
});
afterAll(() => queries.close());
afterEach(() => {
  vi.restoreAllMocks();
});

/** As another client would write it: neither checked nor with any metadata of ours. */
const foreign = (type: string, data: object): NewFact => ({
  id: randomUUID(),
  fact: { type, data },
  metadata: {} as FactMetadata,
});
const actorOf = (id: string) => ({ kind: 'member', id }) as const;
const get = (path: string, role: OperatorRole = 'auditor') =>
  queries.nobody.get(path).set('authorization', operators[role]);
const pathOf = (asked: Record<string, unknown>): string =>
  `/api/admin/events?${new URLSearchParams(
    Object.entries(asked).map(([name, value]): [string, string] => [name, JSON.stringify(value)]),
  ).toString()}`;

async function page(filter: object, rows = 25): Promise<{ records: EventRecord[]; more: boolean; range: string }> {
  const { body, headers } = await get(pathOf({ filter, range: [0, rows - 1] })).expect(200);
  expect(eventsHttp.list.reply.parse(body)).toEqual(body);
  return {
    records: body as EventRecord[],
    more: headers['x-more'] === 'true',
    range: String(headers['content-range']),
  };
}

/** All pages in one direction, put together as they follow each other in the log, the newest first. */
async function walk(filter: object, direction: 'before' | 'after', rows = 100): Promise<EventRecord[]> {
  const found: EventRecord[] = [];
  for (let cursor = direction === 'before' ? '9223372036854775807' : '0', more = true; more;) {
    const next = await page({ ...filter, [direction]: cursor }, rows);
    if (direction === 'before') found.push(...next.records);
    else found.unshift(...next.records);
    ({ more } = next);
    cursor = (direction === 'before' ? next.records.at(-1) : next.records[0])?.id ?? cursor;
  }
  return found;
}

const idsOf = (some: readonly EventRecord[]): string[] => some.map(({ id }) => id);

describe('the list', () => {
  test('is a bare array of every event, of types that nobody knows too, the newest first', async () => {
    expect(records).toHaveLength(4 * STORIES + 4);
    const positions = records.map(({ id }) => Number(id));
    expect(positions).toEqual(positions.toSorted((a, b) => b - a));
    const { records: newest, more, range } = await page({}, 10);
    expect(newest).toEqual(records.slice(0, 10));
    expect([more, range]).toEqual([true, 'events 0-9/*']);
    expect(records.find(({ stream }) => stream === `generation-${first.generationId}`)).toEqual({
      id: expect.stringMatching(/^\d+$/) as string,
      event_id: expect.any(String) as string,
      type: 'GenerationCompleted',
      category: 'generation',
      stream: `generation-${first.generationId}`,
      revision: 3,
      at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/) as string,
      actor: { kind: 'member', id: members[0], role: null },
      member_id: members[0],
      correlation_id: `call-${first.generationId}`,
      causation_id: null,
    });
    expect(records.find(({ type }) => type === FORMULA)).toMatchObject({
      category: 'stranger',
      actor: { kind: null, id: null, role: null },
      member_id: null,
      correlation_id: null,
    });
  });

  test('is walked both ways by positions', async () => {
    expect(idsOf(await walk({}, 'before', 250))).toEqual(idsOf(records));
    const newer = await walk({}, 'after', 250);
    // Nothing stands before the first, which `after` leaves out where it is 0.
    expect(idsOf(newer)).toEqual(idsOf(records.filter(({ id }) => id !== '0')));
    const middle = records[500]?.id ?? '';
    expect(idsOf((await page({ after: middle }, 3)).records)).toEqual(idsOf(records.slice(497, 500)));
    expect(idsOf((await page({ before: middle }, 3)).records)).toEqual(idsOf(records.slice(501, 504)));
    const between = { before: records[10]?.id, after: records[20]?.id };
    expect(idsOf((await page(between, 100)).records)).toEqual(idsOf(records.slice(11, 20)));
  });

  const wanted: readonly [name: string, filter: () => object, fits: (one: EventRecord) => boolean][] = [
    ['a type', () => ({ type: 'VariantCreated' }), ({ type }) => type === 'VariantCreated'],
    [
      'types',
      () => ({ type: ['WalletToppedUp', 'ActivityTracked'] }),
      ({ type }) => type === 'WalletToppedUp' || type === 'ActivityTracked',
    ],
    ['a type that there is not', () => ({ type: 'Nothing' }), () => false],
    ['a category', () => ({ category: 'account' }), ({ category }) => category === 'account'],
    [
      'categories',
      () => ({ category: ['account', 'stranger'] }),
      ({ category }) => category === 'account' || category === 'stranger',
    ],
    ['a category that there is not', () => ({ category: 'nothing' }), () => false],
    [
      'a stream',
      () => ({ stream: `generation-${fifth.generationId}` }),
      ({ stream }) => stream === `generation-${fifth.generationId}`,
    ],
    ['a stream that there is not', () => ({ stream: 'generation-' }), () => false],
    ['a member', () => ({ member: members[1] }), ({ member_id: id }) => id === members[1]],
    ['a member that there is not', () => ({ member: randomUUID() }), () => false],
    ['an actor', () => ({ actor: members[2] }), ({ actor }) => actor.id === members[2]],
    ['an actor of the system', () => ({ actor: 'stripe' }), ({ actor }) => actor.id === 'stripe'],
    ['a call', () => ({ correlation: 'evt_42' }), ({ correlation_id: id }) => id === 'evt_42'],
    [
      'a type of a member',
      () => ({ member: members[1], type: 'ActivityTracked' }),
      ({ member_id: id, type }) => id === members[1] && type === 'ActivityTracked',
    ],
    [
      'a category of a member',
      () => ({ member: members[0], category: 'account' }),
      ({ member_id: id, category }) => id === members[0] && category === 'account',
    ],
    ['a type of another category', () => ({ category: 'account', type: 'VariantCreated' }), () => false],
    ['a word of the type', () => ({ q: 'variant' }), ({ type }) => type === 'VariantCreated'],
    ['words of the type', () => ({ q: 'CREATED variant' }), ({ type }) => type === 'VariantCreated'],
    ['a word of the data', () => ({ q: 'PENGUIN' }), ({ type }) => type === FORMULA],
    ['a word beyond ASCII', () => ({ q: 'łódź script' }), ({ type }) => type === FORMULA],
    ['words that are never together', () => ({ q: 'penguin pi_77' }), () => false],
    ['words that no type says together', () => ({ q: 'requested rendering' }), () => false],
    ['words of more than one type', () => ({ q: 'procedural' }), ({ type }) => SAY_PROVIDER.has(type)],
    ['a word that nobody said', () => ({ q: 'platypus' }), () => false],
    [
      'an id, and a type',
      () => ({ q: first.generationId.toUpperCase(), type: 'ActivityTracked' }),
      ({ type }) => type === 'ActivityTracked',
    ],
    ['an id', () => ({ q: fifth.generationId }), ({ stream }) => stream === `generation-${fifth.generationId}`],
    ['an id of a payment', () => ({ q: 'pi_77' }), ({ type }) => type === 'WalletToppedUp'],
    ['what is sealed', () => ({ q: 'zanzibar' }), () => false],
    ['what nobody could open', () => ({ q: 'sealed' }), () => false],
    ['no word at all', () => ({ q: ' - ' }), () => true],
    ['all of it', () => ({ from: '2000-01-01T00:00:00Z', to: '2999-01-01T00:00:00Z' }), () => true],
    ['a time before', () => ({ to: '2000-01-01T00:00:00Z' }), () => false],
    ['a time to come', () => ({ from: '2999-01-01T00:00:00Z' }), () => false],
  ];
  test.each(wanted)('is narrowed to %s, both ways', async (_, filter, fits) => {
    const fitting = idsOf(records.filter(fits));
    expect(idsOf(await walk(filter(), 'before', 250))).toEqual(fitting);
    expect(idsOf(await walk(filter(), 'after', 250))).toEqual(fitting.filter((id) => id !== '0'));
    expect(idsOf((await page(filter(), 2)).records)).toEqual(fitting.slice(0, 2));
  });

  test('is narrowed to a time, its end not included', async () => {
    const [from, to] = [records[900]?.at ?? '', records[300]?.at ?? ''];
    const fitting = records.filter(({ at }) => at >= from && at < to);
    expect(idsOf(await walk({ from, to }, 'before', 250))).toEqual(idsOf(fitting));
    expect(idsOf(await walk({ from, to, type: 'VariantCreated' }, 'after', 50))).toEqual(
      idsOf(fitting.filter(({ type }) => type === 'VariantCreated')),
    );
  });

  test('gives those that are named', async () => {
    const named = [records[700], records[3]].map((one) => one?.id ?? '');
    expect(idsOf((await page({ id: named })).records)).toEqual(named.toReversed());
    expect(idsOf((await page({ id: ['123456789012'] })).records)).toEqual([]);
    expect(idsOf((await page({ id: '9999999999999999999' })).records)).toEqual([]);
  });

  test('holds what has just been appended', async () => {
    const tracked = downloaded(recorder, members[2], fifth.generationId);
    await queries.append(tracked);
    const [newest] = (await page({ type: 'ActivityTracked' }, 1)).records;
    expect(newest).toMatchObject({ event_id: tracked.id, member_id: members[2] });
    records = await walk({}, 'before', 250);
  });
});

describe('one event', () => {
  const one = async (id: string, role?: OperatorRole): Promise<WholeEvent> => {
    const { body } = await get(`/api/admin/events/${id}`, role).expect(200);
    expect(eventsHttp.one.reply.parse(body)).toEqual(body);
    return body as WholeEvent;
  };
  const requested = (): EventRecord => {
    const found = records.find(
      ({ stream, revision }) => stream === `generation-${fifth.generationId}` && revision === 0,
    );
    if (!found) throw new Error('it is not there');
    return found;
  };

  test('is told with its neighbours, in its stream and in the log', async () => {
    const place = records.findIndex(({ stream }) => stream === `generation-${fifth.generationId}`);
    const [newer, event, older] = [records[place], records[place + 1], records[place + 2]];
    expect(await one(event?.id ?? '')).toMatchObject({
      ...event,
      revision: 2,
      previous: older?.id,
      next: newer?.id,
      older: older?.id,
      newer: newer?.id,
      data: { generationId: fifth.generationId, index: 0, format: 'png' },
      metadata: { $correlationId: `call-${fifth.generationId}` },
      unreadable: null,
    });
    const [newest, oldest] = [await one(records[0]?.id ?? ''), await one(records.at(-1)?.id ?? '')];
    expect([newest.next, newest.newer, oldest.previous, oldest.older]).toEqual([null, null, null, null]);
  });

  test.each(['auditor', 'analyst'] as const)('keeps what is sealed from an %s', async (role) => {
    const { data, sealed } = await one(requested().id, role);
    expect(sealed).toEqual(['data.prompt']);
    expect(data).toMatchObject({ prompt: '[sealed]', negativePrompt: '', tenths: 100 });
  });

  test('is opened for an admin', async () => {
    const { data, sealed } = await one(requested().id, 'admin');
    expect(sealed).toEqual([]);
    expect(data).toMatchObject({ prompt: 'zanzibar at noon' });
  });

  test('that cannot be read is shown as it is stored, and why', async () => {
    const [unknown, undecodable] = [
      records.find(({ type }) => type === FORMULA),
      records.find(({ stream, revision }) => stream === 'stranger-1' && revision === 1),
    ];
    expect(await one(unknown?.id ?? '', 'admin')).toMatchObject({
      data: { text: `${HOSTILE} Łódź`, nested: { inner: ['[sealed]', 'penguin'] } },
      sealed: ['data.nested.inner.0'],
      unreadable: { why: 'unknown-type', detail: FORMULA },
    });
    expect(await one(undecodable?.id ?? '')).toMatchObject({
      data: { memberId: 7 },
      unreadable: { why: 'invalid' },
    });
  });

  test.each(['987654321', '9999999999999999999'])('that there is not is 404: %s', async (id) => {
    await get(`/api/admin/events/${id}`).expect(404);
    await get(`/api/admin/events/${id}/causes`).expect(404);
  });

  test('is JSON whatever is in it', async () => {
    const hostile = records.find(({ type }) => type === FORMULA);
    const { headers, text } = await get(`/api/admin/events/${hostile?.id}`).expect(200);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(JSON.parse(text)).toMatchObject({ data: { text: `${HOSTILE} Łódź` } });
  });
});

test.each([
  ['older', 'before'],
  ['newer', 'after'],
] as const)(
  'a walk to what is %s that ends too early says where, and from there it finds the rest',
  async (direction, side) => {
    const reads = queries.server.app.get(Reads, { strict: false });
    const events = new EventWalk(`walk cut ${direction}`, 'event_id');
    const filter = { type: ['GenerationCompleted'] };
    const limit = 4 * STORIES;
    const all = await events.next(reads, { filter, direction, limit });
    expect(all).toHaveLength(STORIES);
    const found: typeof all = [];
    let [ends, place]: [number, string | undefined] = [0, undefined];
    do {
      const { rows, wentTo } = await events.walk(reads, {
        filter: place === undefined ? filter : { ...filter, [side]: place },
        direction,
        limit,
        most: 1,
      });
      found.push(...rows);
      place = wentTo;
      ends += wentTo === undefined ? 0 : 1;
    } while (place !== undefined);
    expect(found).toEqual(all);
    expect(ends).toBeGreaterThan(1);
  },
);

describe('parts of words', () => {
  const found = async (q: string) => walk({ q }, 'before');
  test.each([
    ['engu', 1],
    ['hyper', 1],
    ['EquestE generation', STORIES],
    ['en', 0],
  ])('%s is found in %i events', async (q, events) => {
    expect(await found(q)).toHaveLength(events);
  });

  test('are found in what is said in the open, and not in what is sealed', async () => {
    expect(await found('zanzi')).toEqual([]);
    expect(await found('zanzibar')).toEqual([]);
  });

  test('go together with whole words, types and the other way', async () => {
    const all = records.filter(({ type }) => type === 'GenerationCompleted');
    expect(idsOf(await walk({ q: 'complet', type: ['GenerationCompleted'] }, 'after'))).toEqual(idsOf(all));
    expect(await walk({ q: `complet ${first.generationId}` }, 'before')).toHaveLength(1);
  });
});

describe('facets', () => {
  type Facets = z.output<typeof eventsHttp.facets.reply>;
  const facets = async (filter: object = {}): Promise<Facets> => {
    const asked = new URLSearchParams({ filter: JSON.stringify(filter) }).toString();
    const { body } = await get(`/api/admin/events/facets?${asked}`).expect(200);
    expect(eventsHttp.facets.reply.parse(body)).toEqual(body);
    return body as Facets;
  };
  const countsOf = ({ values }: Facets['kind']) => new Map(values.map(({ value, count }) => [value, count]));
  const countedBy = (of: (record: EventRecord) => string | null, some = records) =>
    new Map(
      [...Map.groupBy(some, of)].flatMap(([value, all]): [string, number][] =>
        value === null ? [] : [[value, all.length]],
      ),
    );
  /** None of them can be answered by what was counted as events came, each must say the same. */
  const looksAtEach = { to: '2999-01-01T00:00:00.001Z' };

  test.each([{}, looksAtEach])('count what the log holds, in each way (%o)', async (ends) => {
    const found = await facets(ends);
    expect(found).toMatchObject({
      total: records.length,
      counted_since: null,
      first_at: records.at(-1)?.at,
      last_at: records[0]?.at,
    });
    expect(countsOf(found.type)).toEqual(countedBy(({ type }) => type));
    expect(countsOf(found.category)).toEqual(countedBy(({ category }) => category));
    expect(countsOf(found.kind)).toEqual(countedBy(({ actor }) => actor.kind));
    expect(countsOf(found.day)).toEqual(countedBy(({ at }) => at.slice(0, 10)));
    expect([found.type.more, found.day.more]).toEqual([0, 0]);
  });

  test.each([{}, looksAtEach])('follow the filters beside their own (%o)', async (ends) => {
    const ofGenerations = records.filter(({ category }) => category === 'generation');
    const found = await facets({ category: ['generation'], type: ['VariantCreated'], ...ends });
    const variants = ofGenerations.filter(({ type }) => type === 'VariantCreated');
    expect(found.total).toBe(variants.length);
    expect(countsOf(found.type)).toEqual(countedBy(({ type }) => type, ofGenerations));
    expect(countsOf(found.category)).toEqual(
      countedBy(
        ({ category }) => category,
        records.filter(({ type }) => type === 'VariantCreated'),
      ),
    );
    expect(countsOf(found.kind)).toEqual(countedBy(({ actor }) => actor.kind, variants));
  });

  test('follow words, a member, a stream', async () => {
    const { generationId, memberId } = first;
    const ofStream = await facets({ stream: `generation-${generationId}` });
    expect([ofStream.total, ofStream.type.values.length]).toEqual([4, 4]);
    expect((await facets({ member: memberId })).total).toBe(records.filter((one) => one.member_id === memberId).length);
    expect((await facets({ q: 'penguin' })).total).toBe(1);
    expect(await facets({ q: 'nosuchword' })).toMatchObject({ total: 0, type: { values: [], more: 0 } });
  });

  test('say in which words a part of one was looked for', async () => {
    const { words, total } = await facets({ q: 'engui' });
    expect([words, total]).toEqual([[{ word: 'engui', within: ['penguin'], more: 0 }], 1]);
    const { words: several } = await facets({ q: 'zanz Łódź request' });
    expect(several.map(({ word, within }) => [word, within])).toEqual([
      ['zanz', []],
      ['request', ['requested', 'generationrequested']],
    ]);
  });

  test('are counted over time without holes, and the sum of it is the total', async () => {
    for (const filter of [{}, { type: ['VariantCreated'] }, { member: members[1] }]) {
      const { total, times } = await facets(filter);
      const sum = times.counts.reduce((before, { count }) => before + count, 0);
      expect(sum).toBe(total);
      for (const [index, { to }] of times.counts.slice(0, -1).entries()) expect(times.counts[index + 1]?.from).toBe(to);
      expect(times.unit).toBe('minute');
    }
    const years = await facets({ from: '1980-01-01T00:00:00.000Z', to: '2980-01-01T00:00:00.000Z' });
    expect(years.times.unit).toBe('minute');
  });

  test('of one of the times are what the list shows of it', async () => {
    const { times } = await facets();
    const [busiest] = times.counts.toSorted((a, b) => b.count - a.count);
    const { from, to, count } = busiest ?? { from: '', to: '', count: -1 };
    expect((await walk({ from, to }, 'before')).length).toBe(count);
    expect((await facets({ from, to })).total).toBe(count);
  });

  test('of a kind of actor are those that the list finds by it', async () => {
    const found = await facets();
    const system = countsOf(found.kind).get('system');
    expect(await walk({ kind: ['system'] }, 'before')).toHaveLength(system ?? -1);
  });
});

describe('an export', () => {
  const file = async (format: string, filter: object = {}, role?: OperatorRole) => {
    const asked = new URLSearchParams({ format, filter: JSON.stringify(filter) }).toString();
    return get(`/api/admin/events/export?${asked}`, role).buffer().parse(asText).expect(200);
  };
  const asText = (response: Response, done: (error: Error | null, text: string) => void): void => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => done(null, Buffer.concat(chunks).toString()));
  };
  type Line = Record<string, unknown> & { id: string; data: Record<string, unknown> };
  const linesOf = (text: string): Line[] =>
    text
      .trimEnd()
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Line);

  test('holds every event, the oldest first, a line each', async () => {
    const { body, headers } = await file('ndjson');
    const lines = linesOf(body as string);
    const before = lines.filter(({ type }) => type !== 'ExportBegun');
    expect(before.map(({ id }) => id)).toEqual(idsOf(records.toReversed()));
    expect(headers['content-type']).toBe('application/x-ndjson; charset=utf-8');
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[a-z-]+-events-\d{4}-\d\d-\d\d\.ndjson"$/);
  });

  test('is narrowed as the list is, whether that is much or little', async () => {
    for (const filter of [{ type: 'VariantCreated' }, { q: 'penguin' }, { member: members[1] }, { type: 'Nothing' }]) {
      const { body } = await file('ndjson', filter);
      expect(linesOf(body as string).map(({ id }) => id)).toEqual(
        idsOf((await walk(filter, 'before', 250)).toReversed()),
      );
    }
  });

  test('keeps what is sealed from everyone', async () => {
    const { body } = await file('ndjson', { stream: `generation-${first.generationId}` }, 'admin');
    expect(linesOf(body as string)[0]).toMatchObject({ data: { prompt: '[sealed]', tenths: 100 } });
    expect(body).not.toContain('zanzibar');
    expect((await file('csv', {}, 'admin')).body).not.toMatch(/zanzibar|sealed:1:/);
  });

  test('is a fact before it begins, with its filter, and another at its end, with its rows', async () => {
    const filter = { category: ['account', 'stranger'], q: 'zanzibar' };
    const { body } = await file('ndjson', { category: filter.category }, 'analyst');
    const rows = linesOf(body as string).length;
    await file('csv', filter, 'auditor');
    const facts = await exportsOf(queries.server);
    const [begun, ended, searched, found] = facts.slice(-4);
    expect(begun?.metadata.actor).toMatchObject({ kind: 'operator', role: 'analyst' });
    const exportId = begun?.stream.replace('export-', '');
    const operatorId = begun?.metadata.actor.id;
    expect(begun).toMatchObject({
      type: 'ExportBegun',
      data: {
        exportId,
        operatorId,
        what: 'events',
        format: 'ndjson',
        filter: { category: filter.category },
        words: '',
      },
    });
    expect(ended).toMatchObject({
      type: 'ExportEnded',
      stream: begun?.stream,
      data: { exportId, operatorId, rows, outcome: 'complete' },
    });
    expect(rows).toBeGreaterThan(0);
    // What was searched for may be anybody's name.
    expect(searched).toMatchObject({ data: { format: 'csv', words: expect.stringMatching(/^sealed:1:/) } });
    expect(JSON.stringify(searched?.data)).not.toContain('zanzibar');
    expect(found).toMatchObject({ metadata: { actor: { role: 'auditor' } }, data: { outcome: 'complete' } });
  });

  test('is refused where the log does not take the fact', async () => {
    const before = await exportsOf(queries.server);
    vi.spyOn(queries.server.foundation.log, 'append').mockRejectedValueOnce(new LogUnavailable(new Error('away')));
    const asked = new URLSearchParams({ format: 'csv' }).toString();
    const { text } = await get(`/api/admin/events/export?${asked}`).expect(503);
    expect(JSON.parse(text)).toMatchObject({ success: false });
    expect(await exportsOf(queries.server)).toHaveLength(before.length);
  });

  test('is a table without formulas', async () => {
    const { body, headers } = await file('csv', { category: ['stranger', 'account'] });
    expect(headers['content-type']).toContain('text/csv');
    const rows = parseCsv(body as string, { bom: true, columns: true }) as Record<string, string>[];
    expect(rows.map((row) => row['type'])).toEqual([`'${FORMULA}`, 'CreditsGranted', 'WalletToppedUp']);
    expect(rows[2]).toMatchObject({
      category: 'account',
      revision: '0',
      'actor id': 'stripe',
      'member id': members[0],
      'correlation id': 'evt_42',
    });
    expect(JSON.parse(rows[1]?.['data'] ?? '')).toEqual({ memberId: 7, note: "'; drop table event; --" });
  });
});

describe('what may not be', () => {
  const paths = ['', '/facets', '/export', '/ID', '/ID/causes'].map((path) => `/api/admin/events${path}`);

  test.each(paths)('%s is for admins, analysts and auditors', async (pattern) => {
    const path = pattern.replace('ID', records[0]?.id ?? '');
    await queries.nobody.get(path).expect(401);
    await (await queries.member()).get(path).expect(403);
    await get(path, 'support').expect(403);
    for (const role of ['admin', 'analyst', 'auditor'] as const) await get(path, role).expect(200);
  });

  const SQL = [
    `'; drop table read_events_v2.event; --`,
    `' or '1'='1`,
    `") or pg_sleep(9)--`,
    `{1,2}`,
    `\\x00`,
    `%`,
    `NULL`,
  ];
  test.each(['type', 'category', 'stream', 'actor', 'correlation', 'q'])(
    '%s is a value, whatever it says',
    async (field) => {
      for (const text of SQL) expect((await page({ [field]: text, member: randomUUID() })).records).toEqual([]);
    },
  );

  test.each([
    ...['id', 'before', 'after', 'member', 'from', 'to'].flatMap((field) => SQL.map((text) => ({ [field]: text }))),
    { before: -1 },
    { id: [{}] },
    { nothing: 1 },
    { type: [] },
    { q: 'a b c d e f g h i' },
    { q: 'x'.repeat(501) },
  ])('a filter is refused: %j', async (filter) => {
    await get(pathOf({ filter })).expect(400);
  });

  test.each([
    { range: [0, 100_000] },
    { range: [`0); drop table event; --`, 1] },
    { sort: [`id; drop table event`, 'ASC'] },
    { sort: ['id', 'ASC; --'] },
  ])('what is no range or order is refused: %j', async (asked) => {
    await get(pathOf(asked)).expect(400);
  });

  test.each(['-1', '1e9', '0x10', "1' or '1'='1", '12345678901234567890'])('no event is at %s', async (id) => {
    await get(`/api/admin/events/${encodeURIComponent(id)}`).expect(400);
  });

  test('has left everything as it was', async () => {
    const found = (await walk({}, 'before', 250)).filter(({ category }) => category !== 'export');
    expect(idsOf(found)).toEqual(idsOf(records));
  });
});

describe('what an id names', () => {
  const named = async (name: string) =>
    eventsHttp.named.reply.parse((await get(`/api/admin/events/named/${encodeURIComponent(name)}`).expect(200)).body);

  test('is an event, by its own id as by its position', async () => {
    const [record] = records;
    expect(await named(record!.event_id)).toEqual({ success: true, event: record, streams: [] });
    expect(await named(record!.id)).toEqual({ success: true, event: record, streams: [] });
  });

  test('are the streams that have it, by their whole name or the id in it', async () => {
    const stream = `generation-${first.generationId}`;
    const found = { success: true, event: null, streams: [{ stream, subject: 'generation' }] };
    expect(await named(first.generationId)).toEqual(found);
    expect(await named(stream)).toEqual(found);
    expect((await named(members[0])).streams).toContainEqual({ stream: `account-${members[0]}`, subject: 'member' });
  });

  test.each([randomUUID(), 'nothing', '9999999999999999999', 'generation-', '$all', `x' or true --`])(
    'is nothing for %s',
    async (name) => {
      expect(await named(name)).toEqual({ success: true, event: null, streams: [] });
    },
  );
});
