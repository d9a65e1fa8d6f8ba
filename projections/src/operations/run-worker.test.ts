import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import type { EventLog } from '@easel/kernel/log/event-log';
import { WrongRevision } from '@easel/kernel/log/event-log.errors';
import { tellFaultPoints } from '@easel/kernel/server/fault-point';
import type { LogItem } from '@easel/kernel/log/log-store';
import { Listener } from '@easel/kernel/database/listener';
import type { Appended, ExpectedRevision, NewFact } from '@easel/kernel/log/new-fact';
import { SnapshotStore } from '@easel/kernel/deciding/snapshots';
import { PostgresSnapshots } from '@easel/kernel/deciding/snapshots-postgres';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { CheckpointWatch } from '../kernel/checkpoint-watch.ts';
import { Pauses } from '../kernel/pauses.ts';
import { ProjectorRunner } from '../kernel/projector-runner.ts';
import { rebuild } from '../kernel/rebuild.ts';
import { messagesModel } from '../messages/messages.queries.ts';
import { MessageStory } from '../messages/testing/message-facts.ts';
import { MemoryLog } from '../testing/memory-log.ts';
import { hearProjections, type Notifications } from '../testing/notifications.ts';
import { openProjectionTest, type ProjectionTest } from '../testing/projection-test.ts';
import { nth, Recorder } from '../testing/recorded.ts';
import { silent } from '../testing/silent.ts';
import { operationsModel } from './operations.projector.ts';
import { Rates } from './rates.ts';
import { RebuildLog } from './rebuild-log.ts';
import { RunWorker } from './run-worker.ts';
import { Runs } from './runs.queries.ts';
import { OperationStory } from './testing/operation-facts.ts';

/** A log whose readers of messages come as far as they are let, and that takes facts at exact revisions. */
class SlowLog extends MemoryLog {
  /** Readers of messages that were held up. */
  held = 0;
  private gate: PromiseWithResolvers<void> | undefined;

  constructor(
    private readonly recorder: Recorder,
    facts: readonly Recorded[],
  ) {
    super(facts);
  }

  async encode(_stream: string, facts: readonly NewFact[]): Promise<readonly NewFact[]> {
    return facts;
  }

  async appendEncoded(stream: string, expected: ExpectedRevision, facts: readonly NewFact[]): Promise<Appended> {
    const revision = (await Array.fromAsync(this.readStored(stream))).at(-1)?.revision ?? 'none';
    if (revision !== expected) throw new WrongRevision(stream, expected, revision);
    const recorded = facts.map(({ id, fact, metadata }) => ({ ...this.recorder.record(stream, fact), id, metadata }));
    this.add(...recorded);
    return { revision: recorded.at(-1)?.revision ?? -1, position: this.last };
  }

  shut(): void {
    this.gate = Promise.withResolvers();
  }

  open(): void {
    this.gate?.resolve();
    this.gate = undefined;
  }

  override async *subscribe(options: Parameters<EventLog['subscribe']>[0]): AsyncGenerator<LogItem, void, void> {
    let facts = 0;
    for await (const item of super.subscribe(options)) {
      yield item;
      if (item.kind !== 'fact' || !options.categories.includes('message') || ++facts < 2 || !this.gate) continue;
      this.held += 1;
      const aborted = Promise.withResolvers<void>();
      options.signal.addEventListener('abort', () => aborted.resolve());
      await Promise.race([this.gate.promise, aborted.promise]);
    }
  }
}

type OperationFactOf = (runId: string) => Recorded;

interface Row {
  status: string;
  attempts: number;
  error: string | null;
  tables: unknown[];
  facts: string;
}

let world: ProjectionTest;
let heard: Notifications;
let log: SlowLog;
let listener: Listener;
let story: OperationStory;
let ending: AbortController;
let running: Promise<void>;
let workers: RunWorker[];
const recorder = () => new Recorder();

beforeEach(async () => {
  world = await openProjectionTest();
  const url = world.pool.options.connectionString ?? '';
  heard = await hearProjections(url);
  listener = new Listener(url, { name: 'test', logger: silent });
  const numbered = recorder();
  story = new OperationStory(numbered, 'messages');
  log = new SlowLog(
    numbered,
    Array.from({ length: 5 }, () => new MessageStory(numbered).submitted()),
  );
  ending = new AbortController();
  running = new ProjectorRunner({ model: messagesModel, log, pool: world.pool, logger: silent }).run(ending.signal);
  await world.until(messagesModel, ({ phase, factPosition }) => phase === 'live' && factPosition === nth(4));
  await new Runs(world.pool).prepare();
  // The facts of tests are older than their databases.
  await world.pool.query(`update read_operations.begun set at = '2020-01-01'`);
  workers = [];
});
afterEach(async () => {
  log.open();
  tellFaultPoints(undefined);
  await Promise.all(workers.map((worker) => worker.beforeApplicationShutdown()));
  ending.abort();
  await running;
  await Promise.all([heard.close(), listener.close()]);
  await world.close();
});

async function keep(): Promise<RunWorker> {
  const watch = new CheckpointWatch(world.pool, listener, silent);
  await watch.start();
  const runs = new Runs(world.pool);
  // Of the log it needs no more than this one has.
  const known = log as unknown as EventLog;
  const snapshots = new SnapshotStore(new PostgresSnapshots(world.pool), () => undefined);
  const worker = new RunWorker(
    known,
    world.pool,
    silent,
    watch,
    new Pauses(() => runs.paused(), silent),
    new Rates(() => runs.considered(), silent),
    runs,
    { asked: 0 },
    new RebuildLog(new DeciderRunner({ log: known, snapshots, logger: silent, chained: [] })),
  );
  worker.onApplicationBootstrap();
  workers.push(worker);
  return worker;
}

const rowOf = async (runId: string): Promise<Row | undefined> => {
  const { rows } = await world.pool
    .query<Row>('select status, attempts, error, tables, facts from read_operations.runs where run_id = $1', [runId])
    .catch(() => ({ rows: [] }));
  return rows[0];
};
const until = async (runId: string, ...statuses: string[]): Promise<Row> => {
  const row = await heard.until(
    () => rowOf(runId),
    (seen) => statuses.includes(seen?.status ?? ''),
  );
  if (!row) throw new Error('there is no such run');
  return row;
};
/** What the log tells of the rebuild. */
const told = async (runId: string): Promise<[type: string, outcome?: unknown][]> =>
  (await Array.fromAsync(log.readStored('projection-messages')))
    .map(({ type, data }) => ({ type, ...(data as { runId?: string; outcome?: string }) }))
    .filter((fact) => fact.runId === runId)
    .map(({ type, outcome }) => (outcome === undefined ? [type] : [type, outcome]));
const schemas = async (): Promise<{ name: string; id: number }[]> =>
  (
    await world.pool.query<{ name: string; id: number }>(
      `select nspname as name, oid::int as id from pg_namespace where nspname like 'read!_messages%' escape '!'`,
    )
  ).rows;
/** Which tables serve: others do under the same name once they were swapped. */
const serving = async (): Promise<number | undefined> =>
  (await schemas()).find(({ name }) => name === messagesModel.schema)?.id;

/** The tables as a keeper of another process left them, ended without a word. */
async function leftBy(runId: string, attempts: number, ...later: OperationFactOf[]): Promise<void> {
  log.add(story.rebuild(runId), ...later.map((fact) => fact(runId)));
  const before = new ProjectorRunner({ model: operationsModel, log, pool: world.pool, logger: silent });
  const stop = new AbortController();
  const ran = before.run(stop.signal);
  await world.until(operationsModel, ({ factPosition }) => factPosition === nth(5 + later.length));
  stop.abort();
  await ran;
  await world.pool.query(
    `insert into read_operations.runs (run_id, status, attempts, started_at, facts) values ($1, 'running', $2, now(), 3)`,
    [runId, attempts],
  );
}

test('a rebuild is called off while it runs, and leaves nothing behind', async () => {
  await keep();
  const runId = randomUUID();
  log.shut();
  log.add(story.rebuild(runId));
  await until(runId, 'running');
  log.add(story.cancelled(runId));
  expect(await until(runId, 'cancelled')).toMatchObject({ error: null, tables: [] });
  expect((await schemas()).map(({ name }) => name)).toEqual([messagesModel.schema]);
  expect(await told(runId)).toEqual([['RebuildRequested'], ['RebuildCancelled']]);
});

test('a rebuild that is cancelled just before its swap is not swapped, and the log tells of no swap', async () => {
  const before = await serving();
  const runId = randomUUID();
  tellFaultPoints((name) => {
    if (name === 'rebuild.before-swap-begun') log.add(story.cancelled(runId));
  });
  await keep();
  log.add(story.rebuild(runId));
  await until(runId, 'cancelled');
  expect(await told(runId)).toEqual([['RebuildRequested'], ['RebuildCancelled']]);
  expect(await schemas()).toEqual([{ name: messagesModel.schema, id: before }]);
});

test('the log tells of a swap before it is begun, and of its end before it is shown', async () => {
  const before = await serving();
  const runId = randomUUID();
  const seen: string[] = [];
  tellFaultPoints((name) => seen.push(name));
  await keep();
  log.add(story.rebuild(runId));
  await until(runId, 'swapped');
  expect(await told(runId)).toEqual([['RebuildRequested'], ['RebuildSwapBegun'], ['RebuildEnded', 'swapped']]);
  expect(seen.filter((name) => name.startsWith('rebuild.'))).toEqual([
    'rebuild.before-swap-begun',
    'rebuild.after-swap-begun',
    'rebuild.before-commit',
    'rebuild.after-commit',
    'rebuild.after-end',
  ]);
  expect(await serving()).not.toBe(before);
});

test('a rebuild whose rows differ is told of as such, and no swap is', async () => {
  const runId = randomUUID();
  await world.pool.query(`update ${messagesModel.schema}.message set subject = 'spoilt'`);
  await keep();
  log.add(story.rebuild(runId));
  await until(runId, 'different');
  expect(await told(runId)).toEqual([['RebuildRequested'], ['RebuildEnded', 'different']]);
});

test('a rebuild whose process was killed is taken up again from the start', async () => {
  const runId = randomUUID();
  await leftBy(runId, 1);
  await keep();
  const row = await until(runId, 'swapped');
  expect(row).toMatchObject({ attempts: 2, facts: '5' });
  expect(row.tables).toContainEqual(expect.objectContaining({ table: 'message', equal: true }));
});

test('a rebuild that has ended its process three times is given up', async () => {
  const runId = randomUUID();
  await leftBy(runId, 3);
  await keep();
  expect(await until(runId, 'failed')).toMatchObject({ error: expect.stringContaining('3 times') });
  expect(await told(runId)).toEqual([['RebuildRequested'], ['RebuildEnded', 'failed']]);
});

describe('a rebuild whose swap had begun', () => {
  const swapBegun: OperationFactOf = (runId) => story.swapBegun(runId);

  /** The fresh tables of a process that was killed between the fact and the swap. */
  async function freshLeft(): Promise<void> {
    const killed = rebuild({
      model: messagesModel,
      log,
      pool: world.pool,
      logger: silent,
      signal: new AbortController().signal,
      resumes: true,
      beginSwap: () => Promise.reject(new Error('killed')),
    });
    await expect(killed).rejects.toThrow('killed');
  }

  test('is finished with the rows that were left, however often its process ended, and though they differ', async () => {
    const runId = randomUUID();
    await leftBy(runId, 3, swapBegun);
    await freshLeft();
    const next = (await schemas()).find(({ name }) => name === `${messagesModel.schema}_next`)?.id;
    await world.pool.query(`update ${messagesModel.schema}_next.message set subject = 'of the fresh ones'`);
    await keep();
    expect(await until(runId, 'swapped')).toMatchObject({ attempts: 4, facts: '5' });
    expect(await schemas()).toEqual([{ name: messagesModel.schema, id: next }]);
    const rows = await world.rows(messagesModel, 'message', 'id');
    expect(rows.map(({ subject }) => subject as string)).toEqual(Array.from({ length: 5 }, () => 'of the fresh ones'));
    expect(await told(runId)).toEqual([['RebuildRequested'], ['RebuildSwapBegun'], ['RebuildEnded', 'swapped']]);
  });

  test('is finished from the start where nothing was left', async () => {
    const runId = randomUUID();
    await leftBy(runId, 1, swapBegun);
    const before = await serving();
    await keep();
    expect(await until(runId, 'swapped')).toMatchObject({ attempts: 2, facts: '5' });
    expect(await serving()).not.toBe(before);
    expect(await told(runId)).toEqual([['RebuildRequested'], ['RebuildSwapBegun'], ['RebuildEnded', 'swapped']]);
  });

  test.each(['rebuild.before-commit', 'rebuild.after-commit'])('is finished, once, over an error at %s', async (at) => {
    const runId = randomUUID();
    const passed: string[] = [];
    tellFaultPoints((name) => {
      passed.push(name);
      if (name === at && passed.filter((one) => one === at).length === 1) throw new Error('out of memory');
    });
    const before = await serving();
    await keep();
    log.add(story.rebuild(runId));
    expect(await until(runId, 'swapped')).toMatchObject({ error: null });
    expect(passed).toContain(at);
    expect(passed.filter((name) => name === 'rebuild.after-commit')).toHaveLength(1);
    expect(await told(runId)).toEqual([['RebuildRequested'], ['RebuildSwapBegun'], ['RebuildEnded', 'swapped']]);
    expect(await schemas()).toEqual([{ name: messagesModel.schema, id: expect.any(Number) }]);
    expect(await serving()).not.toBe(before);
  });

  test('is finished by the next process where the first one stops amid it', async () => {
    const runId = randomUUID();
    await leftBy(runId, 1, swapBegun);
    log.shut();
    const first = await keep();
    await until(runId, 'swapping');
    await first.beforeApplicationShutdown();
    expect(await rowOf(runId)).toMatchObject({ status: 'swapping' });
    log.open();
    await keep();
    await until(runId, 'swapped');
  });

  test('is not done again where its rows serve already: what it replaced is taken away, and its end is told', async () => {
    const runId = randomUUID();
    await leftBy(runId, 1, swapBegun);
    await world.pool.query(`update read_operations.runs set swapped = true, status = 'swapping'`);
    await world.pool.query(`create schema ${messagesModel.schema}_old`);
    const before = await serving();
    await keep();
    expect(await until(runId, 'swapped')).toMatchObject({ attempts: 1, facts: '3' });
    expect(await schemas()).toEqual([{ name: messagesModel.schema, id: before }]);
    expect(await told(runId)).toEqual([['RebuildRequested'], ['RebuildSwapBegun'], ['RebuildEnded', 'swapped']]);
  });

  test('is shown at its end, and not done again, where the log tells of that', async () => {
    const runId = randomUUID();
    await leftBy(runId, 1, swapBegun, (id) => story.ended(id, 'swapped'));
    const before = await serving();
    await keep();
    expect(await until(runId, 'swapped')).toMatchObject({ attempts: 1 });
    expect(await serving()).toBe(before);
  });
});

test('a cancelled rebuild whose process was killed is not taken up, and what it left is taken away', async () => {
  const runId = randomUUID();
  await leftBy(runId, 1, (id) => story.cancelled(id));
  await world.pool.query(`create schema ${messagesModel.schema}_next`);
  const before = await serving();
  await keep();
  expect(await until(runId, 'cancelled')).toMatchObject({ attempts: 1 });
  expect(await schemas()).toEqual([{ name: messagesModel.schema, id: before }]);
  expect(await told(runId)).toEqual([['RebuildRequested'], ['RebuildCancelled']]);
});

test('the ends of rebuilds from before the log told of them are told, each once', async () => {
  const runId = randomUUID();
  await leftBy(runId, 1);
  await world.pool.query(`update read_operations.runs set status = 'different', ended_at = now()`);
  const first = await keep();
  const next = randomUUID();
  log.add(story.rebuild(next));
  await until(next, 'swapped');
  await first.beforeApplicationShutdown();
  await keep();
  const last = randomUUID();
  log.add(story.rebuild(last));
  await until(last, 'swapped');
  expect(await told(runId)).toEqual([['RebuildRequested'], ['RebuildEnded', 'different']]);
  expect(await rowOf(runId)).toMatchObject({ status: 'different', attempts: 1 });
});

test('a rebuild is handed back by a process that ends, and done by the next', async () => {
  const first = await keep();
  const runId = randomUUID();
  log.shut();
  log.add(story.rebuild(runId));
  await until(runId, 'running');
  await first.beforeApplicationShutdown();
  expect(await rowOf(runId)).toMatchObject({ status: 'queued', attempts: 0 });
  log.open();
  await keep();
  expect(await until(runId, 'swapped')).toMatchObject({ attempts: 1 });
});

test('of two processes one rebuilds, and one rebuild at a time', async () => {
  await Promise.all([keep(), keep()]);
  const runs = [randomUUID(), randomUUID(), randomUUID()];
  log.shut();
  log.add(...runs.map((runId) => story.rebuild(runId)));
  await until(runs[0] ?? '', 'running');
  log.open();
  for (const runId of runs) await until(runId, 'swapped');
  const { rows } = await world.pool.query<{ overlap: boolean }>(
    `select exists (select from read_operations.runs a join read_operations.runs b
       on a.run_id <> b.run_id and a.started_at < b.ended_at and b.started_at < a.ended_at) as overlap`,
  );
  expect(rows).toEqual([{ overlap: false }]);
});

test('what was asked of a read side that is no more is not done again', async () => {
  const runId = randomUUID();
  await leftBy(runId, 1);
  await world.pool.query(`delete from read_operations.runs; update read_operations.begun set at = '2100-01-01'`);
  await keep();
  expect(await until(runId, 'failed')).toMatchObject({ error: expect.stringContaining('begun anew') });
  expect(await told(runId)).toEqual([['RebuildRequested'], ['RebuildEnded', 'unknown']]);
});
