import { LogUnavailable } from '@easel/kernel/log/event-log.errors';
import type { ClientBase } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MemoryLog } from '../testing/memory-log.ts';
import { openProjectionTest, type ProjectionTest } from '../testing/projection-test.ts';
import { nth, Recorder } from '../testing/recorded.ts';
import { silent } from '../testing/silent.ts';
import { counted, tallyProjector } from '../testing/tally.projector.ts';
import { BatchWriter } from './batch-writer.ts';
import { unpark } from './parked.ts';
import { connectTo, establish, readCheckpoint } from './projection-state.ts';
import { ProjectorRunner, singleConnection } from './projector-runner.ts';
import { readModel } from './projector.ts';

let world: ProjectionTest;
let running: { stop: () => Promise<void> }[];
beforeEach(async () => {
  world = await openProjectionTest();
  running = [];
});
afterEach(async () => {
  await Promise.all(running.map(({ stop }) => stop()));
  await world.close();
});

const model = readModel(tallyProjector());
const { schema } = model;

function run(log: MemoryLog, followed = model, batchSize = 100): { stop: () => Promise<void> } {
  const ending = new AbortController();
  const runner = new ProjectorRunner({ model: followed, log, pool: world.pool, logger: silent, batchSize });
  const done = runner.run(ending.signal);
  const stop = async () => {
    ending.abort();
    await done;
  };
  running.push({ stop });
  return { stop };
}

const connect = () => connectTo(singleConnection(world.pool, 'test'), schema);
const reached = (position: bigint) => world.until(model, (checkpoint) => checkpoint.factPosition >= position);

async function appliedPositions(): Promise<[position: string, times: number][]> {
  const rows = await world.rows(model, 'applied', 'position');
  return rows.map(({ position, by }) => [String(position), Number(by)]);
}

describe('a fact that cannot be applied', () => {
  test.each([
    ['fits no column', 2 ** 40, ''],
    ['holds a NUL', 1, 'a\0b'],
    ['makes its handler throw', -1, ''],
  ])('because it %s parks its partition in order, and the others go on', async (_what, by, note) => {
    const recorder = new Recorder();
    const facts = [
      counted(recorder, 'tally-good'),
      counted(recorder, 'tally-bad'),
      counted(recorder, 'tally-bad', by, note),
      counted(recorder, 'tally-good'),
      counted(recorder, 'tally-bad'),
    ];
    const log = new MemoryLog(facts);
    run(log);
    await reached(nth(4));
    const later = [counted(recorder, 'tally-bad'), counted(recorder, 'tally-good')];
    log.add(...later);
    const checkpoint = await reached(nth(6));

    expect(checkpoint.parked).toBe(3);
    expect(await appliedPositions()).toEqual([
      [String(nth(0)), 1],
      [String(nth(1)), 1],
      [String(nth(3)), 1],
      [String(nth(6)), 1],
    ]);
    expect(await world.rows(model, 'incomplete', 'stream')).toEqual([{ stream: 'tally-bad' }]);
    const { rows } = await world.pool.query(
      'select projector, partition, position, error is not null as guilty from read_operations.parked order by position',
    );
    const parked = { projector: schema, partition: 'tally-bad' };
    expect(rows).toEqual([
      { ...parked, position: String(nth(2)), guilty: true },
      { ...parked, position: String(nth(4)), guilty: false },
      { ...parked, position: String(nth(5)), guilty: false },
    ]);
  });

  test('is found in a backlog too, which is written in bulk before and after it', async () => {
    const recorder = new Recorder();
    const facts = Array.from({ length: 300 }, (_, n) => counted(recorder, `tally-${n % 10}`, n === 133 ? -1 : 1));
    run(new MemoryLog(facts), model, 20);
    const checkpoint = await reached(nth(299));
    const parked = facts.filter(({ stream }, n) => stream === 'tally-3' && n >= 133);
    expect(checkpoint.parked).toBe(parked.length);
    expect(await appliedPositions()).toEqual(
      facts.filter((fact) => !parked.includes(fact)).map(({ position }) => [String(position), 1]),
    );
  });

  test('is tried again in order when unparked, up to the first that still fails', async () => {
    const recorder = new Recorder();
    const log = new MemoryLog([
      counted(recorder, 'tally-bad', -1),
      counted(recorder, 'tally-bad', 5),
      counted(recorder, 'tally-bad', -1),
      counted(recorder, 'tally-bad', 7),
    ]);
    run(log);
    await reached(nth(3));
    const sql = await connect();
    try {
      expect(await unpark(sql, model, 'tally-bad', log)).toEqual({ applied: 0, left: 4 });
      // The first two are mended; the third is not.
      await world.pool.query(
        `update read_operations.parked set fact = replace(fact::text, '"by":-1', '"by":3')::json where position < $1`,
        [nth(2)],
      );
      expect(await unpark(sql, model, 'tally-bad', log)).toEqual({ applied: 2, left: 2 });
      expect(await appliedPositions()).toEqual([
        [String(nth(0)), 3],
        [String(nth(1)), 5],
      ]);
      expect(await world.rows(model, 'incomplete', 'stream')).toHaveLength(1);

      await world.pool.query(`update read_operations.parked set fact = replace(fact::text, '"by":-1', '"by":4')::json`);
      expect(await unpark(sql, model, 'tally-bad', log)).toEqual({ applied: 2, left: 0 });
      expect(await world.rows(model, 'incomplete', 'stream')).toEqual([]);
    } finally {
      await sql.end();
    }
    log.add(counted(recorder, 'tally-bad', 9));
    expect((await reached(nth(4))).parked).toBe(0);
    expect(await appliedPositions()).toEqual([
      [String(nth(0)), 3],
      [String(nth(1)), 5],
      [String(nth(2)), 4],
      [String(nth(3)), 7],
      [String(nth(4)), 9],
    ]);
  });

  test('because its data could not be read is parked, and decoded anew when unparked', async () => {
    const recorder = new Recorder();
    const fact = counted(recorder, 'tally-a', 2);
    const log = new MemoryLog([{ ...fact, unreadable: { why: 'invalid', detail: 'by is no number' } }]);
    run(log);
    expect((await reached(nth(0))).parked).toBe(1);
    const sql = await connect();
    expect(await unpark(sql, model, 'tally-a', log)).toEqual({ applied: 1, left: 0 });
    await sql.end();
    expect(await appliedPositions()).toEqual([[String(nth(0)), 2]]);
  });
});

test('a type that nobody knows is passed over and counted', async () => {
  const recorder = new Recorder();
  const strange = recorder.record('tally-a', { type: 'Unheard', data: {} });
  run(
    new MemoryLog([
      { ...strange, unreadable: { why: 'unknown-type', detail: 'Unheard' } },
      counted(recorder, 'tally-a'),
    ]),
  );
  await reached(nth(1));
  expect(await appliedPositions()).toEqual([[String(nth(1)), 1]]);
  const { rows } = await world.pool.query('select events_applied, events_ignored from read_operations.projections');
  expect(rows).toEqual([{ events_applied: '1', events_ignored: '1' }]);
});

test('a newer schema version stops the projector behind what it can read', async () => {
  const recorder = new Recorder();
  const log = new MemoryLog([
    counted(recorder, 'tally-a'),
    { ...counted(recorder, 'tally-b'), unreadable: { why: 'newer-version', detail: '2 > 1' } },
    counted(recorder, 'tally-a'),
  ]);
  run(log);
  const checkpoint = await world.until(model, ({ phase }) => phase === 'stopped');
  expect(checkpoint.position).toBe(nth(0));
  expect(await appliedPositions()).toEqual([[String(nth(0)), 1]]);
});

test('a checkpoint beyond the log is not followed', async () => {
  const recorder = new Recorder();
  const first = run(new MemoryLog([counted(recorder, 'tally-a'), counted(recorder, 'tally-a')]));
  await reached(nth(1));
  await first.stop();
  run(new MemoryLog([counted(new Recorder(), 'tally-a')]));
  await world.until(model, ({ phase }) => phase === 'stopped');
});

test('a head behind the checkpoint is waited on before it is believed', async () => {
  const recorder = new Recorder();
  const facts = [counted(recorder, 'tally-a'), counted(recorder, 'tally-a')];
  const first = run(new MemoryLog(facts));
  await reached(nth(1));
  await first.stop();
  const log = new MemoryLog([...facts, counted(recorder, 'tally-a')]);
  const heads = vi.spyOn(log, 'head');
  run(log);
  await reached(nth(2));
  expect(heads).toHaveBeenCalledExactlyOnceWith({ atLeast: nth(1) });
});

test('a writer whose checkpoint was moved by another is fenced, and leaves nothing', async () => {
  const recorder = new Recorder();
  const facts = [counted(recorder, 'tally-a'), counted(recorder, 'tally-a')];
  const [one, other] = await Promise.all([connect(), connect()]);
  try {
    const checkpoint = await establish(one, model, schema);
    const zombie = new BatchWriter(one, model, schema, checkpoint);
    await new BatchWriter(other, model, schema, checkpoint).apply(facts.slice(0, 1), nth(0));
    await expect(zombie.apply(facts, nth(1))).rejects.toMatchObject({ name: 'Fenced' });
    expect(await appliedPositions()).toEqual([[String(nth(0)), 1]]);
    expect(await readCheckpoint(one, schema)).toMatchObject({ position: nth(0), factPosition: nth(0) });
  } finally {
    await Promise.all([one.end(), other.end()]);
  }
});

test('two runners at once apply each fact once, and the second takes over when the first is gone', async () => {
  const recorder = new Recorder();
  const log = new MemoryLog([counted(recorder, 'tally-a')]);
  const first = run(log);
  run(log);
  await reached(nth(0));
  log.add(counted(recorder, 'tally-a'), counted(recorder, 'tally-a'));
  await reached(nth(2));
  await first.stop();
  log.add(counted(recorder, 'tally-a'));
  await reached(nth(3));
  expect(await appliedPositions()).toEqual([
    [String(nth(0)), 1],
    [String(nth(1)), 1],
    [String(nth(2)), 1],
    [String(nth(3)), 1],
  ]);
});

test('a connection cut inside the transaction takes back rows and checkpoint together', async () => {
  const recorder = new Recorder();
  let cut = 0;
  const cutting = readModel(
    tallyProjector(async (sql: ClientBase) => {
      if (cut++ === 1) await sql.query('select pg_terminate_backend(pg_backend_pid())');
    }),
  );
  const log = new MemoryLog([counted(recorder, 'tally-a')]);
  run(log, cutting);
  await reached(nth(0));
  log.add(counted(recorder, 'tally-a'), counted(recorder, 'tally-b'));
  await reached(nth(2));
  expect(cut).toBeGreaterThan(2);
  expect(await appliedPositions()).toEqual([
    [String(nth(0)), 1],
    [String(nth(1)), 1],
    [String(nth(2)), 1],
  ]);
});

test('a log that goes away is followed again from the checkpoint', async () => {
  const recorder = new Recorder();
  const log = new MemoryLog([counted(recorder, 'tally-a')]);
  run(log);
  await world.until(model, ({ phase, factPosition }) => phase === 'live' && factPosition === nth(0));
  log.fail(new LogUnavailable(new Error('dropped')));
  await world.until(model, ({ phase }) => phase === 'stalled');
  log.add(counted(recorder, 'tally-a'));
  await world.until(model, ({ phase, factPosition }) => phase === 'live' && factPosition === nth(1));
  expect(await appliedPositions()).toEqual([
    [String(nth(0)), 1],
    [String(nth(1)), 1],
  ]);
});

test('facts come in the order of the log whatever the size of the batches, and are told at the end', async () => {
  const recorder = new Recorder();
  const facts = Array.from({ length: 500 }, (_, index) => counted(recorder, `tally-${index % 7}`));
  const log = new MemoryLog(facts.slice(0, 300));
  run(log, model, 64);
  await reached(nth(299));
  for (const fact of facts.slice(300)) log.add(fact);
  await reached(nth(499));
  expect(await appliedPositions()).toEqual(facts.map(({ position }) => [String(position), 1]));
});
