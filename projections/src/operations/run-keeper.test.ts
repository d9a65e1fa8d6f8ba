import { randomUUID } from 'node:crypto';
import type { EventLog } from '@easel/kernel/event-log';
import type { LogItem } from '@easel/kernel/log-store';
import { Listener } from '@easel/kernel/listener';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CheckpointWatch } from '../kernel/checkpoint-watch.ts';
import { Pauses } from '../kernel/pauses.ts';
import { ProjectorRunner } from '../kernel/projector-runner.ts';
import { messagesModel } from '../messages/messages.queries.ts';
import { MessageStory } from '../messages/testing/message-facts.ts';
import { MemoryLog } from '../testing/memory-log.ts';
import { hearProjections, type Notifications } from '../testing/notifications.ts';
import { openProjectionTest, type ProjectionTest } from '../testing/projection-test.ts';
import { nth, Recorder } from '../testing/recorded.ts';
import { silent } from '../testing/silent.ts';
import { operationsModel } from './operations.projector.ts';
import { Rates } from './rates.ts';
import { RunKeeper } from './run-keeper.ts';
import { Runs } from './runs.queries.ts';
import { OperationStory } from './testing/operation-facts.ts';

/** A log whose readers of messages come as far as they are let. */
class SlowLog extends MemoryLog {
  /** Readers of messages that were held up. */
  held = 0;
  private gate: PromiseWithResolvers<void> | undefined;

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
let keepers: RunKeeper[];
const recorder = () => new Recorder();

beforeEach(async () => {
  world = await openProjectionTest();
  const url = world.pool.options.connectionString ?? '';
  heard = await hearProjections(url);
  listener = new Listener(url, { name: 'test', logger: silent });
  const numbered = recorder();
  story = new OperationStory(numbered, 'messages');
  log = new SlowLog(Array.from({ length: 5 }, () => new MessageStory(numbered).submitted()));
  ending = new AbortController();
  running = new ProjectorRunner({ model: messagesModel, log, pool: world.pool, logger: silent }).run(ending.signal);
  await world.until(messagesModel, ({ phase, factPosition }) => phase === 'live' && factPosition === nth(4));
  await new Runs(world.pool).prepare();
  // The facts of tests are older than their databases.
  await world.pool.query(`update read_operations.begun set at = '2020-01-01'`);
  keepers = [];
});
afterEach(async () => {
  log.open();
  await Promise.all(keepers.map((keeper) => keeper.beforeApplicationShutdown()));
  ending.abort();
  await running;
  await Promise.all([heard.close(), listener.close()]);
  await world.close();
});

async function keep(): Promise<RunKeeper> {
  const watch = new CheckpointWatch(world.pool, listener, silent);
  await watch.start();
  const runs = new Runs(world.pool);
  const keeper = new RunKeeper(
    // Of the log it needs no more than this one has.
    log as unknown as EventLog,
    world.pool,
    silent,
    watch,
    new Pauses(() => runs.paused(), silent),
    new Rates(() => runs.considered(), silent),
    runs,
    { asked: 0 },
  );
  keeper.onApplicationBootstrap();
  keepers.push(keeper);
  return keeper;
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
/** The tables as a keeper of another process left them, ended without a word. */
async function leftBy(runId: string, attempts: number): Promise<void> {
  log.add(story.rebuild(runId));
  const before = new ProjectorRunner({ model: operationsModel, log, pool: world.pool, logger: silent });
  const stop = new AbortController();
  const ran = before.run(stop.signal);
  await world.until(operationsModel, ({ factPosition }) => factPosition === nth(5));
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
  const { rows } = await world.pool.query(
    `select nspname from pg_namespace where nspname like 'read!_messages%' escape '!'`,
  );
  expect(rows).toEqual([{ nspname: messagesModel.schema }]);
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
});
