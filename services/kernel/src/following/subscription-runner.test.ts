import { once } from 'node:events';
import { spawn } from 'node:child_process';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool, migrate } from '../database/database.ts';
import { PostgresBook, subscriptionTables } from './process-book-postgres.ts';
import { runSubscription, type RunningSubscription, type SubscriptionOptions } from './subscription-runner.ts';
import { createTestDatabase } from '../testing/database.ts';
import { MemoryLog } from '../testing/memory-log.ts';

const logger = pino({ enabled: false });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let log: MemoryLog;
let stop: AbortController;
let running: RunningSubscription[];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 6, name: 'subscription-test' });
  await migrate(pool, { subscriptions: subscriptionTables });
  await pool.query('CREATE TABLE applied (position bigint PRIMARY KEY, batch serial)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('TRUNCATE applied, vault.checkpoints');
  log = new MemoryLog();
  stop = new AbortController();
  running = [];
});
afterEach(async () => {
  stop.abort();
  await Promise.all(running.map(({ done }) => done));
});

/** Writes the position of each fact: the key refuses what comes twice. */
const apply: SubscriptionOptions['handleBatch'] = async (facts, client) => {
  const positions = facts.map(({ position }) => position);
  await client.query('INSERT INTO applied SELECT unnest($1::bigint[])', [positions]);
};

function run(options: Partial<SubscriptionOptions> = {}): RunningSubscription {
  const subscription = runSubscription({
    name: 'things',
    log,
    book: new PostgresBook(pool),
    categories: ['things'],
    from: 'start',
    handleBatch: apply,
    signal: stop.signal,
    logger,
    ...options,
  });
  running.push(subscription);
  return subscription;
}

const append = (count: number, category = 'things'): Recorded[] =>
  Array.from({ length: count }, (_, n) => log.append(`${category}-${n % 3}`, 'Happened', { n }));
const last = (facts: readonly Recorded[]): bigint => facts.at(-1)?.position ?? -1n;
const positions = (facts: readonly Recorded[]): bigint[] => facts.map(({ position }) => position);
const applied = async (): Promise<bigint[]> => {
  const { rows } = await pool.query<{ position: string }>('SELECT position FROM applied ORDER BY batch');
  return rows.map(({ position }) => BigInt(position));
};
/** A log gives its facts the same positions each time. */
function nthPosition(n: number): bigint {
  const twin = new MemoryLog();
  for (let count = 1; count < n; count++) twin.append('things-1', 'Happened');
  return twin.append('things-1', 'Happened').position;
}
const stored = async (name = 'things'): Promise<bigint | undefined> => {
  const { rows } = await pool.query<{ position: string }>('SELECT position FROM vault.checkpoints WHERE name = $1', [
    name,
  ]);
  return rows[0] && BigInt(rows[0].position);
};

describe('following', () => {
  it('hands over what is there and what comes, in order, in batches, and says when it has caught up', async () => {
    const before = append(25);
    append(2, 'others');
    const caughtUp = Promise.withResolvers<void>();
    const batches: { size: number; caughtUp: boolean }[] = [];
    const subscription = run({
      batchSize: 10,
      handleBatch: async (facts, client, meta) => {
        batches.push({ size: facts.length, caughtUp: meta.caughtUp });
        await apply(facts, client, meta);
      },
      onCaughtUp: () => caughtUp.resolve(),
    });
    await caughtUp.promise;
    expect(subscription.state).toEqual({ phase: 'live' });
    expect(await applied()).toEqual(positions(before));
    expect(batches.map(({ size }) => size)).toEqual([10, 10, 5]);
    const after = append(1);
    await subscription.waitFor(last(after));
    expect(await applied()).toEqual(positions([...before, ...after]));
    expect(batches.map(({ caughtUp: live }) => live)).toEqual([false, false, false, true]);
    expect([subscription.checkpoint(), await stored()]).toEqual([last(after), last(after)]);
    log.idle();
    expect(await log.head()).toBeGreaterThan(last(after));
    expect(await subscription.lag()).toMatchObject({ events: 0, more: false });
  });

  it('goes on after a restart where it was', async () => {
    const first = append(5);
    const before = new AbortController();
    const subscription = run({ signal: before.signal });
    await subscription.waitFor(last(first));
    before.abort();
    await subscription.done;
    expect(subscription.state.phase).toBe('stopped');
    const second = append(5);
    await run().waitFor(last(second));
    expect(await applied()).toEqual(positions([...first, ...second]));
    expect(log.handedOut).toBe(10);
  });

  it('begins now where it is told to, and that moment is kept', async () => {
    append(3);
    const before = new AbortController();
    const caughtUp = Promise.withResolvers<void>();
    const subscription = run({ from: 'now', signal: before.signal, onCaughtUp: () => caughtUp.resolve() });
    await caughtUp.promise;
    before.abort();
    await subscription.done;
    const missed = append(3);
    await run({ from: 'now' }).waitFor(last(missed));
    expect(await applied()).toEqual(positions(missed));
  });

  it('moves the checkpoint over what is not its own, and writes down the rest when it ends', async () => {
    const others = append(8, 'others');
    const before = new AbortController();
    const subscription = run({ signal: before.signal });
    await subscription.waitFor(last(others));
    append(4, 'others');
    const head = await log.head();
    await subscription.waitFor(head);
    before.abort();
    await subscription.done;
    expect(await stored()).toBe(head);
  });

  it('reads ahead no more than a few batches', async () => {
    const facts = append(5_000);
    const blocked = Promise.withResolvers<void>();
    const entered = Promise.withResolvers<void>();
    const subscription = run({
      batchSize: 50,
      handleBatch: async (facts, client, meta) => {
        entered.resolve();
        await blocked.promise;
        await apply(facts, client, meta);
      },
    });
    await entered.promise;
    await pool.query('SELECT 1');
    expect(log.handedOut).toBeLessThanOrEqual(50 + 2 * 50 + 1);
    blocked.resolve();
    await subscription.waitFor(last(facts));
    expect(await applied()).toHaveLength(5_000);
  });

  it('gives up waiting when the waiter or the subscription ends', async () => {
    const patience = new AbortController();
    const subscription = run();
    const impatient = subscription.waitFor(1_000n, patience.signal);
    const patient = subscription.waitFor(1_000n);
    patience.abort();
    await expect(impatient).rejects.toThrow('did not reach 1000');
    stop.abort();
    await expect(patient).rejects.toThrow('did not reach 1000');
    await subscription.done;
    await expect(subscription.waitFor(1_000n)).rejects.toThrow('did not reach 1000');
  });
});

describe('exactly once', () => {
  it('through drops of the log, again and again', async () => {
    const facts = append(400);
    const subscription = run({
      batchSize: 7,
      handleBatch: async (batch, client, meta) => {
        await apply(batch, client, meta);
        if (Math.random() < 0.1) log.drop();
      },
    });
    await subscription.waitFor(last(facts));
    expect(await applied()).toEqual(positions(facts));
  });

  it('though the log hands out everything twice', async () => {
    const facts = append(50);
    const twice = {
      head: () => log.head(),
      async *subscribe(options: Parameters<MemoryLog['subscribe']>[0]) {
        for await (const item of log.subscribe(options)) yield* [item, item];
      },
    };
    await run({ log: twice, batchSize: 8 }).waitFor(last(facts));
    expect(await applied()).toEqual(positions(facts));
  });

  it('though the handler fails: its writes and the checkpoint go back together', async () => {
    const facts = append(20);
    let failures = 3;
    const states: unknown[] = [];
    const subscription = run({
      batchSize: 5,
      handleBatch: async (batch, client, meta) => {
        await apply(batch, client, meta);
        states.push(subscription.state.error);
        if (batch.some((fact) => fact === facts[12]) && failures-- > 0) throw new Error(`poison ${failures}`);
      },
    });
    await subscription.waitFor(last(facts));
    expect(await applied()).toEqual(positions(facts));
    const none = 'undefined';
    const poisons = ['Error: poison 2', 'Error: poison 1', 'Error: poison 0'];
    expect(states.map(String)).toEqual([none, none, none, ...poisons, none]);
  });

  it('though every connection to the database is cut in the middle', async () => {
    const facts = append(60);
    let cuts = 0;
    const administrator = createPool(database.url, { max: 1, name: 'administrator' });
    const subscription = run({
      batchSize: 10,
      handleBatch: async (batch, client, meta) => {
        await apply(batch, client, meta);
        if (cuts < 3) {
          cuts++;
          await administrator.query(
            `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
             WHERE datname = current_database() AND application_name = 'subscription-test'`,
          );
        }
      },
    });
    await subscription.waitFor(last(facts));
    expect([cuts, await applied()]).toEqual([3, positions(facts)]);
    await administrator.end();
  });

  it('with two runners at once: one works, the other stands by and takes over', async () => {
    const first = append(10);
    const leaving = new AbortController();
    const handlers: string[] = [];
    const named = (name: string): SubscriptionOptions['handleBatch'] => {
      return async (facts, client, meta) => {
        handlers.push(name);
        await apply(facts, client, meta);
      };
    };
    const one = run({ signal: leaving.signal, handleBatch: named('one') });
    await one.waitFor(last(first));
    const other = run({ handleBatch: named('other') });
    const second = append(10);
    await one.waitFor(last(second));
    expect([other.state.phase, other.checkpoint(), await other.lag()]).toEqual(['standby', -1n, undefined]);
    expect(new Set(handlers)).toEqual(new Set(['one']));
    leaving.abort();
    const third = append(10);
    await other.waitFor(last(third));
    expect(handlers.at(-1)).toBe('other');
    expect(await applied()).toEqual(positions([...first, ...second, ...third]));
  });

  it('where a runner that should have stopped works on: it is fenced, and its writes are taken back', async () => {
    const facts = append(10);
    let intruded = false;
    const subscription = run({
      batchSize: 5,
      handleBatch: async (batch, client, meta) => {
        if (!intruded) return apply(batch, client, meta);
        throw new Error('it must not come here behind the checkpoint');
      },
    });
    await subscription.waitFor(last(facts));
    // As the runner of another process would: it applies the next facts and moves the checkpoint.
    const position = nthPosition(11);
    intruded = true;
    await pool.query('UPDATE vault.checkpoints SET position = $1', [position]);
    append(1);
    await subscription.waitFor(position);
    expect(await applied()).toEqual(positions(facts));
    intruded = false;
    const next = append(1);
    await subscription.waitFor(last(next));
    expect(await applied()).toEqual(positions([...facts, ...next]));
  });

  it.each(['subscription.before-commit#2', 'subscription.after-commit#2'])(
    'though it is killed at %s',
    async (point) => {
      const modules = [
        'database/database',
        'following/process-book-postgres',
        'following/subscription-runner',
        'testing/memory-log',
        'server/logger',
      ];
      const [databaseUrl, bookUrl, runnerUrl, logUrl, loggerUrl] = modules.map(
        (name) => new URL(`../${name}.ts`, import.meta.url).href,
      );
      const program = `
      import { createPool } from ${JSON.stringify(databaseUrl)};
      import { PostgresBook } from ${JSON.stringify(bookUrl)};
      import { runSubscription } from ${JSON.stringify(runnerUrl)};
      import { MemoryLog } from ${JSON.stringify(logUrl)};
      import { createLogger } from ${JSON.stringify(loggerUrl)};
      const pool = createPool(${JSON.stringify(database.url)}, { max: 2, name: 'victim' });
      const log = new MemoryLog();
      const facts = Array.from({ length: 30 }, () => log.append('things-1', 'Happened'));
      const stop = new AbortController();
      const subscription = runSubscription({
        name: 'things', log, book: new PostgresBook(pool), categories: ['things'], from: 'start', batchSize: 10, signal: stop.signal,
        logger: createLogger({ name: 'victim', level: 'silent' }),
        handleBatch: async (facts, client) => {
          await client.query('INSERT INTO applied SELECT unnest($1::bigint[])', [facts.map(({ position }) => position)]);
        },
      });
      await subscription.waitFor(facts.at(-1).position);
      stop.abort();
      await subscription.done;
      await pool.end();
    `;
      const outcome = async (env: Record<string, string>): Promise<unknown> => {
        const flags = ['--experimental-transform-types', '--no-warnings', '--conditions=source', '--input-type=module'];
        const child = spawn(process.execPath, [...flags, '-e', program], {
          env: { ...process.env, ...env },
          stdio: 'inherit',
        });
        const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
        return signal ?? code;
      };
      expect(await outcome({ EASEL_FAULT_POINT: point })).toBe('SIGKILL');
      const killed = point.includes('before') ? 10 : 20;
      expect([(await applied()).length, await stored()]).toEqual([killed, nthPosition(killed)]);
      expect(await outcome({})).toBe(0);
      expect(await applied()).toEqual(Array.from({ length: 30 }, (_, n) => nthPosition(n + 1)));
    },
  );
});
