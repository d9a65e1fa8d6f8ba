import { afterEach, beforeEach, expect, test } from 'vitest';
import { MemoryLog } from '../testing/memory-log.ts';
import { openProjectionTest, type ProjectionTest } from '../testing/projection-test.ts';
import { nth, Recorder } from '../testing/recorded.ts';
import { silent } from '../testing/silent.ts';
import { counted, tallyProjector } from '../testing/tally.projector.ts';
import { ProjectorRunner } from './projector-runner.ts';
import { readModel } from './projector.ts';
import { rebuild, type RebuildOptions, type RebuildOutcome, type RebuildProgress } from './rebuild.ts';
import { Statement } from './statement.ts';

const model = readModel(tallyProjector());
const { schema } = model;

let world: ProjectionTest;
let recorder: Recorder;
let log: MemoryLog;
let ending: AbortController;
let running: Promise<void>;
beforeEach(async () => {
  world = await openProjectionTest();
  recorder = new Recorder();
  log = new MemoryLog();
  added = 0;
  ending = new AbortController();
  running = new ProjectorRunner({ model, log, pool: world.pool, logger: silent }).run(ending.signal);
});
afterEach(async () => {
  ending.abort();
  await running;
  await world.close();
});

let added: number;
const add = (facts: number): void => {
  for (let n = 0; n < facts; n++) log.add(counted(recorder, `tally-${n % 5}`));
  added += facts;
};
const caughtUp = async (): Promise<unknown> => {
  const { last } = log;
  return world.until(model, ({ factPosition }) => factPosition === last);
};
const rebuilt = (options: Partial<RebuildOptions> = {}): Promise<RebuildOutcome> =>
  rebuild({ model, log, pool: world.pool, logger: silent, signal: ending.signal, batchSize: 50, ...options });

const schemas = async (): Promise<string[]> => {
  const { rows } = await world.pool.query<{ name: string }>(
    `select nspname as name from pg_namespace where nspname like 'read!_tally%' escape '!' order by 1`,
  );
  return rows.map(({ name }) => name);
};
const count = new Statement<{ facts: number; by: number }>(
  'tally count',
  `select count(*)::int as facts, coalesce(sum(by), 0)::int as by from ${schema}.applied`,
);

test('swaps in rows made anew, while facts go on coming and readers go on reading', async () => {
  add(300);
  await caughtUp();
  const during = new AbortController();
  const wrong: unknown[] = [];
  const reader = (async () => {
    for (let last = 0; !during.signal.aborted;) {
      const [row] = await count.run(world.pool, []).catch((error: unknown) => (wrong.push(error), []));
      if (row && (row.facts < last || row.facts !== row.by)) wrong.push(row);
      last = row?.facts ?? last;
    }
  })();
  const told: RebuildProgress[] = [];
  const outcome = await rebuilt({ onProgress: (progress) => (told.push(progress), add(20)) });
  expect(outcome).toMatchObject({ kind: 'swapped', differences: [] });
  expect(told[0]).toEqual({ facts: expect.any(Number), total: 300 });
  for (const { facts, total = 0 } of told) expect([facts <= total, total <= added]).toEqual([true, true]);
  expect(told.at(-1)?.compared?.length).toBe(2);
  expect(told.at(-1)?.facts).toBe(told.at(-1)?.total);
  add(50);
  await caughtUp();
  during.abort();
  await reader;
  expect(wrong).toEqual([]);
  expect(await count.run(world.pool, [])).toEqual([{ facts: added, by: added }]);
  expect(await schemas()).toEqual([schema]);
});

test('shows what differs, and takes it only when told to', async () => {
  add(60);
  await caughtUp();
  await world.pool.query(`update ${schema}.applied set note = 'spoilt' where position = $1`, [nth(10)]);
  const refused = await rebuilt();
  expect(refused).toMatchObject({
    kind: 'different',
    differences: [{ table: 'applied', live: { rows: 60 }, fresh: { rows: 60 } }],
  });
  expect(await world.rows(model, 'applied', 'position')).toContainEqual(expect.objectContaining({ note: 'spoilt' }));
  expect(await schemas()).toEqual([schema]);

  expect(await rebuilt({ acceptDifference: true })).toMatchObject({
    kind: 'swapped',
    differences: [{ table: 'applied' }],
  });
  expect(await world.rows(model, 'applied', 'position')).not.toContainEqual(
    expect.objectContaining({ note: 'spoilt' }),
  );
  add(1);
  await caughtUp();
});

test('makes the indexes of the fresh rows, and shows JSON that differs', async () => {
  ending.abort();
  await running;
  const declared = tallyProjector();
  const indexes = {
    applied_by: 'on applied (by)',
    applied_note: 'on applied (note)',
    applied_stream: 'on applied (stream)',
  };
  const tables = [...declared.tables, `create table said (id int primary key, "What?" json, note json)`];
  const withJson = readModel({ ...declared, name: 'tally_json', tables, indexes });
  const following = new AbortController();
  const runner = new ProjectorRunner({ model: withJson, log, pool: world.pool, logger: silent }).run(following.signal);
  add(60);
  await world.until(withJson, ({ factPosition, phase }) => factPosition === log.last && phase === 'live');
  const { pool } = world;
  const places = async () => {
    const { rows } = await pool.query<{ indexname: string }>(
      `select indexname from pg_indexes where schemaname = $1 and indexname like 'applied\\_%' order by 1`,
      [withJson.schema],
    );
    return rows.map(({ indexname }) => indexname);
  };
  expect(await rebuild({ model: withJson, log, pool, logger: silent, signal: following.signal })).toMatchObject({
    kind: 'swapped',
    differences: [],
  });
  expect(await places()).toEqual(['applied_by', 'applied_note', 'applied_pkey', 'applied_stream']);
  await pool.query(`insert into ${withJson.schema}.said values (1, '{"a": 1}', null)`);
  expect(await rebuild({ model: withJson, log, pool, logger: silent, signal: following.signal })).toMatchObject({
    kind: 'different',
    differences: [{ table: 'said', live: { rows: 1 }, fresh: { rows: 0 } }],
  });
  following.abort();
  await runner;
});

test('can be cancelled, and leaves everything as it was', async () => {
  add(200);
  await caughtUp();
  const cancelling = new AbortController();
  const outcome = await rebuilt({ signal: cancelling.signal, onProgress: () => cancelling.abort(), batchSize: 20 });
  expect(outcome).toEqual({ kind: 'cancelled' });
  expect(await schemas()).toEqual([schema]);
  const { rows } = await world.pool.query('select schema from read_operations.projections');
  expect(rows).toEqual([{ schema }]);
});

test('takes parked facts along', async () => {
  log.add(counted(recorder, 'tally-bad', -1), counted(recorder, 'tally-bad'), counted(recorder, 'tally-good'));
  add(300);
  await caughtUp();
  expect(await rebuilt()).toMatchObject({ kind: 'swapped', differences: [] });
  expect(await world.checkpoint(model)).toMatchObject({ parked: 2 });
  const { rows } = await world.pool.query(
    'select projector, partition, position from read_operations.parked order by position',
  );
  const parked = { projector: schema, partition: 'tally-bad' };
  expect(rows).toEqual([
    { ...parked, position: String(nth(0)) },
    { ...parked, position: String(nth(1)) },
  ]);
});

test('frees a projector that had stopped at a log that is no more', async () => {
  add(30);
  await caughtUp();
  ending.abort();
  await running;
  recorder = new Recorder();
  log = new MemoryLog();
  add(3);
  ending = new AbortController();
  running = new ProjectorRunner({ model, log, pool: world.pool, logger: silent }).run(ending.signal);
  await world.until(model, ({ phase }) => phase === 'stopped');
  expect(await rebuilt({ acceptDifference: true })).toMatchObject({ kind: 'swapped' });
  expect(await count.run(world.pool, [])).toEqual([{ facts: 3, by: 3 }]);
  expect(await world.checkpoint(model)).toMatchObject({ phase: 'catching-up', position: nth(2) });
});
