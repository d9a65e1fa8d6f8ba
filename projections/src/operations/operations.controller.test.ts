import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OperatorRole } from '@easel/contracts/kernel/http';
import {
  operationsHttp,
  type ParkedFact,
  type ProjectionRecord,
  type RebuildRun,
} from '@easel/contracts/operations/http';
import { projectionNames } from '@easel/contracts/projection-names';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { MessageStory } from '../messages/testing/message-facts.ts';
import { readModels } from '../read-models.ts';
import { GenerationStory } from '../testing/generations.ts';
import { hearProjections, type Notifications } from '../testing/notifications.ts';
import { operator } from '../testing/operators.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { Lags } from './lags.queries.ts';
import { OperationStory } from './testing/operation-facts.ts';

type Details = z.output<typeof operationsHttp.one.reply>;

let queries: QueryServer;
let heard: Notifications;
let analyst: string;
const recorder = new Recorder();
beforeAll(async () => {
  queries = await startQueries();
  heard = await hearProjections(queries.server.foundation.config.DATABASE_URL);
  ({ authorization: analyst } = await operator(queries, 'analyst'));
});
afterAll(async () => {
  await heard.close();
  await queries.close();
});

const get = (path: string, authorization = analyst) => queries.nobody.get(path).set('authorization', authorization);
const list = async (query: Record<string, unknown> = {}): Promise<{ records: ProjectionRecord[]; range: string }> => {
  const asked = Object.entries(query).map(([name, value]): [string, string] => [name, JSON.stringify(value)]);
  const { body, headers } = await get(`/api/admin/projections?${new URLSearchParams(asked).toString()}`).expect(200);
  expect(operationsHttp.list.reply.parse(body)).toEqual(body);
  return { records: body as ProjectionRecord[], range: String(headers['content-range']) };
};
const one = async (name: string): Promise<Details> => {
  const { body } = await get(`/api/admin/projections/${name}`).expect(200);
  expect(operationsHttp.one.reply.parse(body)).toEqual(body);
  return body as Details;
};
const until = (name: string, isSo: (details: Details) => boolean): Promise<Details> =>
  heard.until(() => one(name), isSo);
const runOf = async (name: string, runId: string, status: RebuildRun['status']): Promise<RebuildRun> => {
  const of = ({ runs }: Details) => runs.find(({ id }) => id === runId);
  const run = of(await until(name, (details) => of(details)?.status === status));
  if (!run) throw new Error('the run has gone');
  return run;
};
const unreadCount = async (): Promise<{ unread: number; stale: boolean }> => {
  const { authorization } = await operator(queries, 'support');
  const { body, headers } = await get('/api/admin/messages/counts', authorization).expect(200);
  return { unread: (body as { unread: number }).unread, stale: headers['x-stale'] === 'true' };
};
const schemaOf = (name: string): string => readModels.find((model) => model.name === name)?.schema ?? '';

test('the names that operators know are those of the read models', () => {
  expect([...projectionNames].toSorted()).toEqual(readModels.map(({ name }) => name).toSorted());
});

describe('the list', () => {
  test('tells how each projection stands', async () => {
    await queries.append(...new GenerationStory(recorder, randomUUID()).whole());
    await until('gallery', ({ events_applied }) => events_applied >= 4);
    const { records, range } = await list({ range: [0, projectionNames.length - 1] });
    expect(records.map(({ id }) => id)).toEqual([...projectionNames].toSorted());
    expect(range).toBe(`projections 0-${records.length - 1}/${records.length}`);
    const gallery = records.find(({ id }) => id === 'gallery');
    expect(gallery).toMatchObject({
      schema: schemaOf('gallery'),
      phase: 'live',
      reason: null,
      paused: false,
      lag_events: 0,
      lag_more: false,
      lag_seconds: 0,
      parked: 0,
      whole: true,
      rebuild: null,
    });
    expect(gallery?.events_applied).toBeGreaterThanOrEqual(4);
  });

  test('is sorted, filtered and cut as asked', async () => {
    const named = await list({ filter: { id: ['ledger', 'gallery'] }, sort: ['id', 'DESC'] });
    expect(named.records.map(({ id }) => id)).toEqual(['ledger', 'gallery']);
    const cut = await list({ sort: ['id', 'DESC'], range: [1, 2] });
    expect(cut.records.map(({ id }) => id)).toEqual([...projectionNames].toSorted().reverse().slice(1, 3));
    expect(cut.range).toBe(`projections 1-2/${projectionNames.length}`);
    expect((await list({ filter: { paused: true } })).records).toEqual([]);
    expect((await list({ filter: { phase: ['stopped', 'stalled'] } })).range).toBe('projections */0');
  });

  test.each([
    { sort: '["id; drop table x","ASC"]' },
    { sort: '["reason","ASC"]' },
    { range: '[0,1e9]' },
    { filter: `{"id":"gallery' or 1=1 --"}` },
    { filter: '{"schema":"vault"}' },
    { filter: 'no json' },
  ])('refuses %j', async (query) => {
    await get(`/api/admin/projections?${new URLSearchParams(query as Record<string, string>).toString()}`).expect(400);
  });
});

describe('the lags', () => {
  type Trends = z.output<typeof operationsHttp.lags.reply>;
  const MINUTE_MS = 60_000;
  const trends = async (hours: number): Promise<Trends> => {
    const { body } = await get(`/api/admin/projections/lags?hours=${hours}`).expect(200);
    return operationsHttp.lags.reply.parse(body);
  };
  const lagsOf = ({ projections }: Trends, name: string) => projections.find(({ id }) => id === name)?.lags ?? [];

  test('are told at their worst, in as many stretches however far one looks back', async () => {
    const lags = queries.server.app.get(Lags);
    const [ledger] = (await list({ filter: { id: ['ledger'] } })).records;
    // Within one stretch of an hour, and in several of its minutes.
    const begin = Math.floor((Date.now() - 30 * MINUTE_MS) / MINUTE_MS) * MINUTE_MS;
    const behind = (lag_events: number | null, at: number) =>
      lags.note([{ ...ledger!, lag_events, lag_seconds: lag_events, lag_more: lag_events === 9 }], begin + at);
    await behind(2, 0);
    await behind(9, 20_000);
    await behind(4, 40_000);
    // A second process looks in the same moment; and a log that is away is no lag of nothing.
    await behind(5, 41_000);
    await behind(null, 3 * MINUTE_MS);
    await behind(6, 4 * MINUTE_MS);
    const at = (ms: number) => new Date(begin + ms).toISOString().replace('.000', '');
    const hour = await trends(1);
    expect(hour.stretch_seconds).toBe(60);
    expect(Date.parse(hour.to) - Date.parse(hour.from)).toBe(60 * MINUTE_MS);
    expect(lagsOf(hour, 'ledger').filter(({ events }) => events > 0)).toEqual([
      { at: at(0), events: 9, more: true, seconds: 9 },
      { at: at(4 * MINUTE_MS), events: 6, more: false, seconds: 6 },
    ]);
    const day = await trends(24);
    expect(day.stretch_seconds).toBe(24 * 60);
    expect(Math.max(...lagsOf(day, 'ledger').map(({ events }) => events))).toBe(9);
    expect(day.projections.every(({ lags: all }) => all.length <= 61)).toBe(true);
  });

  test('are kept for a day', async () => {
    const lags = queries.server.app.get(Lags);
    const [search] = (await list({ filter: { id: ['search'] } })).records;
    const tomorrow = Date.now() + 25 * 60 * MINUTE_MS;
    await lags.note([{ ...search!, lag_events: 1, lag_seconds: 1 }], tomorrow);
    expect(lagsOf(await trends(24), 'ledger')).toEqual([]);
  });

  test.each(['2', 'all', ''])('of %j hours are refused', async (hours) => {
    await get(`/api/admin/projections/lags?hours=${hours}`).expect(400);
  });
});

test('a projection that there is not is not found, and a name that can be none is refused', async () => {
  await get('/api/admin/projections/secrets').expect(404);
  await get('/api/admin/projections/operations').expect(404);
  await get('/api/admin/projections/secrets/parked?partition=x').expect(404);
  for (const name of ["gallery'--", 'GALLERY', '..%2Fvault', 'a'.repeat(60), '%22%3B']) {
    await get(`/api/admin/projections/${name}`).expect(400);
  }
  await get('/api/admin/projections/gallery/parked').expect(400);
  await get(`/api/admin/projections/gallery/parked?partition=${'x'.repeat(301)}`).expect(400);
});

describe('a pause', () => {
  test('holds what comes back, says so to whoever reads, and ends with the resumption', async () => {
    const story = new OperationStory(recorder, 'messages');
    await queries.append(story.paused('the index is looked at'));
    const paused = await until('messages', ({ phase }) => phase === 'paused');
    expect(paused).toMatchObject({ paused: true, reason: 'the index is looked at', lag_events: 0 });

    const before = await unreadCount();
    const began = performance.now();
    await queries.append(new MessageStory(recorder).submitted(), new MessageStory(recorder).submitted());
    expect(await unreadCount()).toEqual({ unread: before.unread, stale: true });
    expect(performance.now() - began).toBeLessThan(1_500);
    const behind = await one('messages');
    expect(behind).toMatchObject({ phase: 'paused', lag_events: 2, lag_more: false });
    expect(behind.lag_seconds).toBeGreaterThanOrEqual(0);
    expect((await list({ filter: { paused: true } })).records.map(({ id }) => id)).toEqual(['messages']);

    await queries.append(story.resumed());
    await until('messages', ({ phase, lag_events }) => phase === 'live' && lag_events === 0);
    expect(await unreadCount()).toEqual({ unread: before.unread + 2, stale: false });
  });
});

describe('a rebuild', () => {
  test('is done, and tells its counts and checksums of live and fresh, of equal tables too', async () => {
    const runId = randomUUID();
    const story = new OperationStory(recorder, 'gallery');
    await queries.append(story.rebuild(runId, { reason: 'to be <b>sure</b>' }));
    const run = await runOf('gallery', runId, 'swapped');
    expect(run).toMatchObject({
      accept_difference: false,
      reason: 'to be <b>sure</b>',
      requested_by: { id: story.operatorId, role: 'analyst' },
      started_at: expect.any(String),
      ended_at: expect.any(String),
      error: null,
    });
    expect(run.facts).toBeGreaterThanOrEqual(4);
    expect(run.tables.length).toBeGreaterThan(2);
    for (const { equal, live, fresh } of run.tables) {
      expect(equal).toBe(true);
      expect(live).toEqual({ rows: expect.any(Number), checksum: expect.stringMatching(/^-?\d+$/) });
      expect(fresh).toEqual(live);
    }
    expect((await list({ filter: { id: 'gallery' } })).records[0]?.rebuild).toEqual(run);
  });

  test('whose rows differ says where, keeps the live ones, and takes its own only when told to', async () => {
    const made = new GenerationStory(recorder, randomUUID());
    await queries.append(...made.whole());
    const { pool } = queries.server.foundation;
    const schema = schemaOf('dashboard');
    const completedIn = async () => {
      const { rows } = await pool.query<{ completed: number }>(
        `select completed from ${schema}.figures where member_id = $1`,
        [made.memberId],
      );
      return rows[0]?.completed;
    };
    await heard.until(completedIn, (completed) => completed === 1);
    await pool.query(`update ${schema}.figures set completed = completed + 1`);
    const [refused, taken] = [randomUUID(), randomUUID()];
    const story = new OperationStory(recorder, 'dashboard');
    await queries.append(story.rebuild(refused));
    const { tables } = await runOf('dashboard', refused, 'different');
    expect(tables.map(({ table, equal }) => [table, equal])).toEqual([['figures', false]]);
    expect(await completedIn()).toBe(2);
    await queries.append(story.rebuild(taken, { acceptDifference: true }));
    await runOf('dashboard', taken, 'swapped');
    expect(await completedIn()).toBe(1);
  });

  test('of a paused projection works, and leaves it paused', async () => {
    const story = new OperationStory(recorder, 'purchases');
    const runId = randomUUID();
    await queries.append(story.paused());
    await until('purchases', ({ phase }) => phase === 'paused');
    await queries.append(new GenerationStory(recorder, randomUUID()).requested(), story.rebuild(runId));
    await runOf('purchases', runId, 'swapped');
    expect(await one('purchases')).toMatchObject({ phase: 'paused', paused: true });
    await queries.append(story.resumed());
    await until('purchases', ({ phase }) => phase === 'live');
  });

  test('that somebody else is at waits, and can be called off meanwhile', async () => {
    const { pool } = queries.server.foundation;
    const client = await pool.connect();
    const runId = randomUUID();
    const story = new OperationStory(recorder, 'analytics');
    try {
      await client.query(`select pg_advisory_lock(hashtextextended('easel rebuild ' || $1, 0))`, [
        schemaOf('analytics'),
      ]);
      await queries.append(story.rebuild(runId));
      await until('analytics', ({ rebuild }) => rebuild?.id === runId && rebuild.status !== 'cancelled');
      await queries.append(story.cancelled(runId));
      await runOf('analytics', runId, 'cancelled');
    } finally {
      await client.query('select pg_advisory_unlock_all()');
      client.release();
    }
    // Had it not ended, it would be done before this one.
    const next = randomUUID();
    await queries.append(story.rebuild(next));
    const { started_at } = await runOf('analytics', next, 'swapped');
    const cancelled = (await one('analytics')).runs.find(({ id }) => id === runId);
    expect(cancelled?.status).toBe('cancelled');
    expect(Date.parse(cancelled?.ended_at ?? '')).toBeLessThanOrEqual(Date.parse(started_at ?? ''));
  });
});

describe('parked facts', () => {
  const story = new GenerationStory(recorder, randomUUID());
  const HOSTILE = `<img src=x onerror=alert(1)>'; drop table read_operations.parked; --`;
  let partition: string;
  const parked = async (of: string): Promise<ParkedFact[]> => {
    const path = `/api/admin/projections/gallery/parked?${new URLSearchParams({ partition: of }).toString()}`;
    const { body } = await get(path).expect(200);
    expect(operationsHttp.parked.reply.parse(body)).toEqual(body);
    return (body as { facts: ParkedFact[] }).facts;
  };

  test('are shown by partition with the error they wait for, their personal data sealed', async () => {
    const poison: Recorded[] = [story.requested({ prompt: HOSTILE }), story.requested({ prompt: HOSTILE })];
    await queries.append(...poison, story.started());
    // The count and the partitions are read one after the other.
    const details = await until('gallery', ({ partitions }) => partitions[0]?.facts === 2);
    expect(details.partitions).toEqual([
      {
        partition: expect.any(String),
        facts: 2,
        first_position: expect.stringMatching(/^\d+$/),
        error: expect.stringContaining('duplicate key'),
        since: expect.any(String),
      },
    ]);
    partition = details.partitions[0]?.partition ?? '';
    const facts = await parked(partition);
    expect(facts).toMatchObject([
      {
        type: 'GenerationRequested',
        stream: `generation-${story.generationId}`,
        revision: 1,
        error: expect.any(String),
      },
      { type: 'RenderingStarted', error: null },
    ]);
    expect(facts[0]?.data).toMatchObject({ generationId: story.generationId, prompt: '[sealed]' });
    expect(JSON.stringify(facts)).not.toContain('onerror');
    expect(await parked(`${partition}' or '1'='1`)).toEqual([]);
  });

  test('stay parked where they still cannot be applied, and say so', async () => {
    const gallery = new OperationStory(recorder, 'gallery');
    const { pool } = queries.server.foundation;
    await pool.query(`update read_operations.parked set error = 'as it was' where error is not null`);
    await queries.append(gallery.retried(partition));
    const details = await until('gallery', ({ partitions }) => partitions[0]?.error !== 'as it was');
    expect(details.partitions).toMatchObject([
      { partition, facts: 2, error: expect.stringContaining('duplicate key') },
    ]);
  });

  test('are applied once they can be', async () => {
    await queries.server.foundation.pool.query(
      `update read_operations.parked set fact = replace(fact::text, '"GenerationRequested"', '"LeaseExtended"')::json
       where error is not null`,
    );
    await queries.append(new OperationStory(recorder, 'gallery').retried(partition));
    const details = await until('gallery', ({ parked: count, partitions }) => count === 0 && partitions.length === 0);
    expect(details).toMatchObject({ phase: 'live', partitions: [] });
  });

  test('of a partition that never was are none, and no row is made of it', async () => {
    const { pool } = queries.server.foundation;
    const count = async () => {
      const { rows } = await pool.query<{ rows: string }>(
        `select count(*) as rows from ${schemaOf('dashboard')}.figures`,
      );
      return rows[0]?.rows;
    };
    const before = await count();
    const dashboard = new OperationStory(recorder, 'dashboard');
    const runId = randomUUID();
    await queries.append(dashboard.retried(randomUUID()), dashboard.retried(HOSTILE), dashboard.rebuild(runId));
    await runOf('dashboard', runId, 'swapped');
    expect(await count()).toBe(before);
  });
});

test('nobody, a member and other roles are kept out', async () => {
  const roles: Record<OperatorRole, number> = { admin: 200, analyst: 200, auditor: 200, support: 403 };
  const paths = ['', '/gallery', '/gallery/parked?partition=x'].map((end) => `/api/admin/projections${end}`);
  const member = await queries.member();
  for (const path of paths) {
    await queries.nobody.get(path).expect(401);
    await member.get(path).expect(403);
    for (const [role, status] of Object.entries(roles)) {
      await get(path, (await operator(queries, role as OperatorRole)).authorization).expect(status);
    }
  }
});
