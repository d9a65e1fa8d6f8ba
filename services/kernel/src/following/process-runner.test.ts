import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPool, migrate } from '../database/database.ts';
import { runProcess, type ProcessOptions, type RunningProcess } from './process-runner.ts';
import type { Due } from './process.ts';
import { PostgresBook, processTables, subscriptionTables } from './process-book-postgres.ts';
import { createTestDatabase } from '../testing/database.ts';
import { MemoryLog } from '../testing/memory-log.ts';

type Asked = Fact<'Asked', { key: string; afterMs: number }>;
type Settled = Fact<'Settled', { key: string }>;
type Options = ProcessOptions<Asked | Settled | Noted, string>;
type Noted = Fact<'Noted', { key: string }>;
type Act = (due: Due<string>) => ReturnType<Options['act']>;

const logger = pino({ enabled: false });
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let log: MemoryLog;
let stop: AbortController;
let running: RunningProcess[];
/** What was performed, in order. */
let acted: string[];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 6, name: 'process-test' });
  await migrate(pool, { processes: [...subscriptionTables, ...processTables] });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('TRUNCATE vault.checkpoints, vault.timers, vault.parked_streams');
  log = new MemoryLog();
  stop = new AbortController();
  running = [];
  acted = [];
});
afterEach(async () => {
  stop.abort();
  await Promise.all(running.map(({ done }) => done));
});

const record: Act = ({ payload }) => {
  acted.push(payload);
  return Promise.resolve();
};

const on: Options['on'] = {
  Asked({ data: { key, afterMs }, recordedAt, revision }) {
    const dueAt = new Date(recordedAt.getTime() + afterMs);
    return [{ schedule: { key, dueAt, payload: `${key}@${revision}` } }];
  },
  Settled: ({ data }) => [{ cancel: data.key }],
};

function run(act: Act = record, options: Partial<Options> = {}): RunningProcess {
  const started = runProcess<Asked | Settled | Noted, string>({
    name: 'answers',
    from: 'start',
    categories: ['questions'],
    on,
    act,
    log,
    book: new PostgresBook(pool),
    logger,
    signal: stop.signal,
    ...options,
  });
  running.push(started);
  return started;
}

const HOUR_MS = 3_600_000;
const ask = (key: string, afterMs = 0): Recorded => log.append(`questions-${key}`, 'Asked', { key, afterMs });
const settle = (key: string): Recorded => log.append(`questions-${key}`, 'Settled', { key });
const waiting = async (): Promise<string[]> => {
  const { rows } = await pool.query<{ key: string }>('SELECT key FROM vault.timers ORDER BY attempt_at, key');
  return rows.map(({ key }) => key);
};

describe('a step', () => {
  it('is performed at once, and once', async () => {
    const answers = run();
    ask('a');
    await answers.waitFor(ask('b').position);
    await answers.idle();
    expect([acted.sort(), await waiting()]).toEqual([['a@0', 'b@0'], []]);
  });

  it('waits for its time, and is then performed by itself', async () => {
    const performed = Promise.withResolvers<number>();
    run(async () => performed.resolve(Date.now()));
    const { recordedAt } = ask('a', 60);
    expect(await performed.promise).toBeGreaterThanOrEqual(recordedAt.getTime() + 60);
  });

  it('waits no longer than it was meant to where the clock of the log is ahead', async () => {
    let behindMs = HOUR_MS;
    const answers = run(record, { now: () => new Date(Date.now() - behindMs) });
    ask('at once');
    await answers.waitFor(ask('in an hour', HOUR_MS).position);
    await answers.idle();
    expect([acted, await waiting()]).toEqual([['at once@0'], ['in an hour']]);
    behindMs = 0;
    await answers.idle();
    expect([acted, await waiting()]).toEqual([['at once@0', 'in an hour@0'], []]);
  });

  it('is not performed when a fact has cancelled it, and anew when one has rescheduled it', async () => {
    let aheadMs = 0;
    const answers = run(record, { now: () => new Date(Date.now() + aheadMs) });
    ask('cancelled', HOUR_MS);
    ask('again', HOUR_MS);
    await answers.waitFor(ask('kept', HOUR_MS).position);
    await answers.idle();
    expect([acted, (await waiting()).sort()]).toEqual([[], ['again', 'cancelled', 'kept']]);
    settle('cancelled');
    await answers.waitFor(ask('again', 3 * HOUR_MS).position);
    aheadMs = 2 * HOUR_MS;
    await answers.idle();
    expect([acted, await waiting()]).toEqual([['kept@0'], ['again']]);
    aheadMs = 4 * HOUR_MS;
    await answers.idle();
    expect([acted, await waiting()]).toEqual([['kept@0', 'again@1'], []]);
  });

  it('already cancelled in the log is never performed at a start', async () => {
    for (let n = 0; n < 50; n++) ask(`key ${n}`);
    const kept = ask('kept');
    for (let n = 0; n < 50; n++) settle(`key ${n}`);
    const answers = run(record, { batchSize: 10 });
    await answers.waitFor(kept.position);
    await answers.idle();
    expect(acted).toEqual(['kept@0']);
  });

  it('that fails comes again, and holds up no other', async () => {
    let aheadMs = 0;
    let failures = 2;
    const answers = run(
      async (due) => {
        if (due.key === 'bad' && failures-- > 0) throw new Error('not now');
        await record(due);
      },
      { now: () => new Date(Date.now() + aheadMs) },
    );
    ask('bad');
    await answers.waitFor(ask('good').position);
    await answers.idle();
    expect([acted, await waiting()]).toEqual([['good@0'], ['bad']]);
    for (const tries of [1, 2]) {
      expect((await pool.query('SELECT tries FROM vault.timers')).rows).toEqual([{ tries }]);
      aheadMs += HOUR_MS;
      await answers.idle();
    }
    expect([acted, await waiting()]).toEqual([['good@0', 'bad@0'], []]);
  });

  it('can ask to be performed again at another time', async () => {
    let aheadMs = 0;
    const answers = run(
      async (due) => {
        await record(due);
        return acted.length < 3 ? { again: new Date(Date.now() + aheadMs + HOUR_MS) } : undefined;
      },
      { now: () => new Date(Date.now() + aheadMs) },
    );
    await answers.waitFor(ask('a').position);
    for (let round = 1; round <= 3; round++) {
      await answers.idle();
      expect(acted).toHaveLength(round);
      aheadMs += HOUR_MS;
    }
    expect(await waiting()).toEqual([]);
  });

  it.each([
    ['rescheduled', () => ask('a', HOUR_MS), ['a']],
    ['cancelled', () => settle('a'), []],
    ['cancelled and scheduled anew', () => [settle('a'), ask('a', HOUR_MS)].at(-1), ['a']],
  ] as const)('that is %s while it is performed stays so', async (_what, meanwhile, left) => {
    const [entered, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const answers = run(async (due) => {
      await record(due);
      entered.resolve();
      await leave.promise;
    });
    ask('a');
    await entered.promise;
    await answers.waitFor(meanwhile()?.position ?? 0n);
    leave.resolve();
    await answers.idle();
    expect([acted, await waiting()]).toEqual([['a@0'], left]);
  });

  it('shares the room with so many others, and its key with none', async () => {
    let now = 0;
    let most = 0;
    const keys = new Set<string>();
    const answers = run(
      async ({ key }) => {
        expect(keys.has(key)).toBe(false);
        keys.add(key);
        most = Math.max(most, ++now);
        await pool.query('SELECT 1');
        now--;
        keys.delete(key);
        acted.push(key);
      },
      { concurrency: 3 },
    );
    for (let n = 0; n < 40; n++) ask(`key ${n % 20}`);
    await answers.waitFor(log.append('questions-x', 'Settled', { key: 'x' }).position);
    await answers.idle();
    expect([most, new Set(acted).size, await waiting()]).toEqual([3, 20, []]);
  });
});

describe('a process', () => {
  it('finishes what it performs when it is stopped, and leaves the rest for the next start', async () => {
    const [entered, leave] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const leaving = new AbortController();
    const first = run(
      async (due) => {
        await record(due);
        entered.resolve();
        await leave.promise;
      },
      { concurrency: 1, signal: leaving.signal },
    );
    ask('a');
    await entered.promise;
    const { position } = ask('b');
    await first.waitFor(position);
    leaving.abort();
    leave.resolve();
    await first.done;
    expect([acted, await waiting()]).toEqual([['a@0'], ['b']]);
    const next = run();
    await next.idle();
    expect([acted, await waiting()]).toEqual([['a@0', 'b@0'], []]);
  });

  it('is performed by one of two that run', async () => {
    const one = run();
    await one.waitFor(ask('a').position);
    await one.idle();
    run(() => Promise.reject(new Error('it should stand by')));
    await one.waitFor(ask('b').position);
    await one.idle();
    expect(acted).toEqual(['a@0', 'b@0']);
  });

  it('parks a stream at a fact it cannot read, in order and loudly, and goes on with the others', async () => {
    const broken = ask('broken');
    broken.unreadable = { why: 'invalid', detail: 'no key' };
    ask('broken');
    log.append('questions-unknown', 'Later').unreadable = { why: 'unknown-type', detail: 'Later' };
    const said: string[] = [];
    const write = (line: string): void => void said.push(line);
    const answers = run(record, { batchSize: 1, logger: pino({ level: 'error' }, { write }) });
    ask('unknown');
    await answers.waitFor(ask('well').position);
    await answers.idle();
    expect(acted.sort()).toEqual(['unknown@1', 'well@0']);
    expect(answers.parked).toBe(1);
    expect(said.filter((line) => line.includes('parked') && line.includes('questions-broken'))).toHaveLength(1);
  });

  it('goes on with a parked stream, from there, once its code can read it', async () => {
    const broken = ask('broken', HOUR_MS);
    broken.unreadable = { why: 'newer-version', detail: '2 > 1' };
    const first = run();
    await first.waitFor(ask('broken').position);
    stop.abort();
    await first.done;

    stop = new AbortController();
    const second = run();
    await second.waitFor(ask('well').position);
    expect(second.parked).toBe(1); // a restart alone mends nothing
    stop.abort();
    await second.done;

    delete broken.unreadable;
    settle('broken');
    const late = ask('broken');
    late.unreadable = { why: 'invalid', detail: 'again' };
    stop = new AbortController();
    const third = run();
    await third.waitFor(late.position);
    await third.idle();
    expect([acted, third.parked, await waiting()]).toEqual([['well@0'], 1, []]);
    stop.abort();
    await third.done;

    delete late.unreadable;
    stop = new AbortController();
    const fourth = run();
    await fourth.waitFor(late.position);
    await fourth.idle();
    expect([acted, fourth.parked]).toEqual([['well@0', 'broken@3'], 0]);
  });

  it('is held up by no fact of a type that it does not follow, nor where it once did', async () => {
    const noted = log.append('questions-noted', 'Noted', { key: 'noted' });
    noted.unreadable = { why: 'invalid', detail: 'no time' };
    const asked = ask('noted');
    const before = run(record, { on: { ...on, Noted: () => [] } });
    await before.waitFor(asked.position);
    expect([acted, before.parked]).toEqual([[], 1]);
    stop.abort();
    await before.done;

    stop = new AbortController();
    const after = run();
    await after.waitFor(asked.position);
    await after.idle();
    expect([acted, after.parked]).toEqual([['noted@1'], 0]);
  });

  it.each([
    ['process.after-act', 2],
    ['subscription.before-commit', 1],
    ['subscription.after-commit', 1],
  ])('killed at %s performs every step at least once in the end', async (point, times) => {
    await pool.query('CREATE TABLE IF NOT EXISTS deeds (payload text)');
    await pool.query('TRUNCATE deeds');
    const files = [
      'database/database',
      'following/process-book-postgres',
      'following/process-runner',
      'testing/memory-log',
      'server/logger',
    ];
    const [databaseUrl, bookUrl, runnerUrl, logUrl, loggerUrl] = files.map(
      (name) => new URL(`../${name}.ts`, import.meta.url).href,
    );
    const program = `
      import { createPool } from ${JSON.stringify(databaseUrl)};
      import { PostgresBook } from ${JSON.stringify(bookUrl)};
      import { runProcess } from ${JSON.stringify(runnerUrl)};
      import { MemoryLog } from ${JSON.stringify(logUrl)};
      import { createLogger } from ${JSON.stringify(loggerUrl)};
      const pool = createPool(${JSON.stringify(database.url)}, { max: 4, name: 'victim' });
      const log = new MemoryLog();
      const asked = ['a', 'b', 'a'].map((key) => log.append('questions-' + key, 'Asked', { key }));
      const stop = new AbortController();
      const process = runProcess({
        name: 'answers', from: 'start', log, book: new PostgresBook(pool), categories: ['questions'], signal: stop.signal, concurrency: 1,
        logger: createLogger({ name: 'victim', level: 'silent' }),
        on: {
          Asked: ({ data, revision, recordedAt }) => [
            { schedule: { key: data.key, dueAt: recordedAt, payload: data.key + '@' + revision } },
          ],
        },
        act: async ({ payload }) => { await pool.query('INSERT INTO deeds VALUES ($1)', [payload]); },
      });
      await process.waitFor(asked.at(-1).position);
      await process.idle();
      stop.abort();
      await process.done;
      await pool.end();
    `;
    const outcome = async (env: Record<string, string>): Promise<unknown> => {
      const flags = ['--experimental-transform-types', '--no-warnings', '--conditions=source', '--input-type=module'];
      const options = { env: { ...process.env, ...env }, stdio: 'inherit' } as const;
      const child = spawn(process.execPath, [...flags, '-e', program], options);
      const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
      return signal ?? code;
    };
    expect(await outcome({ EASEL_FAULT_POINT: point })).toBe('SIGKILL');
    expect(await outcome({})).toBe(0);
    const { rows } = await pool.query('SELECT payload, count(*)::int AS times FROM deeds GROUP BY 1 ORDER BY 1');
    expect(rows).toHaveLength(2);
    expect(rows.map(({ payload }: { payload: string }) => payload)).toEqual(['a@1', 'b@0']);
    expect(Math.max(...rows.map((row: { times: number }) => row.times))).toBe(times);
    expect(await waiting()).toEqual([]);
  });
});
