import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPool, migrate } from '../database/database.ts';
import { createTestDatabase } from '../testing/database.ts';
import { WorkQueue, type WorkEnd, type WorkQueueOptions } from './work-queue.ts';
import { PostgresWork, type ClaimedRow, type WorkTable } from './work-queue-postgres.ts';

interface Errand extends ClaimedRow {
  what: string;
}

const logger = pino({ enabled: false });
const HOUR_MS = 3_600_000;
const errands: WorkTable<string> = {
  table: 'vault.errands',
  key: 'id',
  dueAt: 'due_at',
  open: `state <> 'over'`,
  order: 'due_at',
  columns: 'what',
  claimed: `state = 'held'`,
  waiting: `state = 'waiting'`,
  over: (end) => (end.kind === 'done' ? { set: `state = 'over', result = $3`, values: [end.result] } : 'gone'),
};

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: Pool;
let there: Pool;
let stop: AbortController;
let queues: WorkQueue<Errand, string>[];

beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool(database.url, { max: 6, name: 'work-queue-test' });
  there = createPool(database.url, { max: 2, name: 'work-queue-test' });
  const create = `CREATE TABLE vault.errands (
       id uuid PRIMARY KEY DEFAULT gen_random_uuid(), what text NOT NULL, state text NOT NULL DEFAULT 'waiting',
       due_at timestamptz NOT NULL, tries int NOT NULL DEFAULT 0, claim uuid, result text
     )`;
  await migrate(pool, { errands: [create] });
});
afterAll(async () => {
  await Promise.all([pool.end(), there.end()]);
  await database.drop();
});
beforeEach(async () => {
  await pool.query('TRUNCATE vault.errands');
  stop = new AbortController();
  queues = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  stop.abort();
  await Promise.all(queues.map((queue) => queue.stopped()));
});

const work = (leaseMs = HOUR_MS, where = pool) => new PostgresWork<Errand, string>(where, errands, leaseMs);
/** Due in so many seconds, or so long ago. */
const ask = (what: string, seconds = -1) =>
  pool.query(`INSERT INTO vault.errands (what, due_at) VALUES ($1, now() + make_interval(secs => $2))`, [
    what,
    seconds,
  ]);
const rows = async () =>
  (
    await pool.query<{ what: string; state: string; tries: number; result: string | null }>(
      'SELECT what, state, tries, result FROM vault.errands ORDER BY what',
    )
  ).rows;
const dueNow = () => pool.query('UPDATE vault.errands SET due_at = now()');

function start(
  perform: WorkQueueOptions<Errand, string>['perform'],
  options: Partial<WorkQueueOptions<Errand, string>> = {},
): WorkQueue<Errand, string> {
  const queue = new WorkQueue<Errand, string>({
    rows: work(),
    perform,
    onFailure: () => HOUR_MS,
    slots: 4,
    lookEveryMs: HOUR_MS,
    logger,
    ...options,
  });
  queue.start(stop.signal);
  queues.push(queue);
  return queue;
}

/** Ends only by its signal. */
const hang = (signal: AbortSignal): Promise<never> =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

describe('rows of work', () => {
  const claim = async (most: number, except: readonly string[] = [], where = work()) =>
    (await where.claim(most, except)).due;

  test('are claimed when they are due, the first one first, by one of those who claim', async () => {
    for (const [index, what] of ['c', 'b', 'a'].entries()) await ask(what, index - 10);
    await ask('later', 3_600);
    expect((await claim(1)).map(({ what, tries }) => [what, tries])).toEqual([['c', 1]]);
    const [one, other] = await Promise.all([claim(5), claim(5, [], work(HOUR_MS, there))]);
    expect([...one, ...other].map(({ what }) => what).sort()).toEqual(['a', 'b']);
    expect(await claim(5)).toEqual([]);
  });

  test('are claimed by two queues that share a table and its connections', async () => {
    const one = createPool(database.url, { max: 1, name: 'work-queue-test' });
    onTestFinished(() => one.end());
    await ask('a', -2);
    await ask('b');
    const only = (what: string) =>
      new PostgresWork<Errand, string>(one, { ...errands, open: `state <> 'over' AND what = '${what}'` }, HOUR_MS);
    expect((await claim(5, [], only('b'))).map(({ what }) => what)).toEqual(['b']);
    expect((await claim(5, [], only('a'))).map(({ what }) => what)).toEqual(['a']);
  });

  test('tell when the next one comes due, and no sooner than others may have claimed it', async () => {
    expect(await work().claim(1, [])).toEqual({ due: [], nextInMs: undefined });
    await ask('later', 60);
    const { nextInMs = 0 } = await work().claim(1, []);
    expect(nextInMs).toBeGreaterThan(50_000);
    expect(nextInMs).toBeLessThanOrEqual(60_000);
    await ask('now');
    const { rows: ids } = await pool.query<{ id: string }>('SELECT id FROM vault.errands');
    const held = await work().claim(
      2,
      ids.map(({ id }) => id),
    );
    expect(held).toEqual({ due: [], nextInMs: 20 });
  });

  test('are somebody else’s once a lease has run out: what its first holder says changes nothing', async () => {
    await ask('a');
    const [late] = await claim(1);
    await dueNow();
    const [mine] = await claim(1, [], work(HOUR_MS, there));
    if (!late || !mine) throw new Error('it was not claimed twice');
    const ends: WorkEnd<string>[] = [
      { kind: 'done', result: 'late' },
      { kind: 'again', inMs: 0 },
      { kind: 'given-up', error: undefined },
      { kind: 'handed-back' },
    ];
    expect(await work().lease.extend(late)).toBe(false);
    for (const end of ends) expect(await work().settle(late, end)).toBe(false);
    expect(await rows()).toEqual([{ what: 'a', state: 'held', tries: 2, result: null }]);
    expect(await work().lease.extend(mine)).toBe(true);
    expect(await work().settle(mine, { kind: 'done', result: 'mine' })).toBe(true);
    expect(await work().settle(mine, { kind: 'again', inMs: 0 })).toBe(false);
    expect(await rows()).toEqual([{ what: 'a', state: 'over', tries: 2, result: 'mine' }]);
  });

  test.each<[WorkEnd<string>, object[]]>([
    [{ kind: 'again', inMs: -1 }, [{ what: 'a', state: 'waiting', tries: 1, result: null }]],
    [{ kind: 'handed-back' }, [{ what: 'a', state: 'waiting', tries: 0, result: null }]],
    [{ kind: 'given-up', error: undefined }, []],
  ])('end as they are said to: %o', async (end, left) => {
    await ask('a');
    const [mine] = await claim(1);
    if (!mine) throw new Error('it was not claimed');
    expect(await work().settle(mine, end)).toBe(true);
    expect(await rows()).toEqual(left);
    expect(await claim(1)).toHaveLength(left.length);
  });

  test('that are performed here are not claimed again, even where their lease has run out', async () => {
    await ask('a');
    const [mine] = await claim(1);
    await dueNow();
    expect(await claim(1, [mine?.key ?? ''])).toEqual([]);
  });
});

describe('a queue', () => {
  test('performs what is due, so many at a time', async () => {
    let [now, most] = [0, 0];
    const both = Promise.withResolvers<void>();
    for (let n = 0; n < 6; n++) await ask(`${n}`);
    await ask('later', 3_600);
    const queue = start(
      async ({ what }) => {
        most = Math.max(most, ++now);
        if (now === 2) both.resolve();
        await both.promise;
        await pool.query('SELECT 1');
        now--;
        return what;
      },
      { slots: 2 },
    );
    await queue.idle();
    expect(most).toBe(2);
    expect((await rows()).map(({ what, result }) => [what, result])).toEqual([
      ...Array.from({ length: 6 }, (_, n) => [`${n}`, `${n}`]),
      ['later', null],
    ]);
  });

  test('wakes by itself when something comes due, and by a hint for what it could not know', async () => {
    const done: string[] = [];
    let told = Promise.withResolvers<void>();
    const queue = start(async ({ what }) => {
      done.push(what);
      told.resolve();
      return what;
    });
    await ask('soon', 0.2);
    await queue.idle();
    if (done.length === 0) await told.promise;
    expect(done).toEqual(['soon']);
    await queue.idle();
    told = Promise.withResolvers();
    await ask('hinted');
    queue.wake();
    await told.promise;
    expect(done).toEqual(['soon', 'hinted']);
  });

  test('tries again what failed, and gives up what has had its tries, also where they ended their process', async () => {
    const seen: number[] = [];
    await ask('a');
    await pool.query(`INSERT INTO vault.errands (what, due_at, tries) VALUES ('deadly', now(), 3)`);
    const queue = start(() => Promise.reject(new Error('on purpose')), {
      mostTries: 3,
      onFailure: ({ tries }) => {
        seen.push(tries);
        return 0;
      },
    });
    await vi.waitFor(async () => expect(await rows()).toEqual([]));
    expect(seen).toEqual([1, 2, 3]);
    await queue.idle();
  });

  test('gives up at once what is not worth another try', async () => {
    await ask('a');
    await start(() => Promise.reject(new Error('on purpose')), { onFailure: () => undefined }).idle();
    expect(await rows()).toEqual([]);
  });

  test('keeps what it works at for longer than its lease, and drops what somebody else has taken over', async () => {
    await ask('a');
    const begun = Promise.withResolvers<void>();
    const dropped = Promise.withResolvers<void>();
    const queue = start(
      async (_, signal) => {
        begun.resolve();
        return hang(signal).finally(() => dropped.resolve());
      },
      { rows: work(300) },
    );
    await begun.promise;
    const leases = new Set<string>();
    await vi.waitFor(
      async () => {
        const { rows: held } = await pool.query<{ until: string }>('SELECT due_at::text AS until FROM vault.errands');
        for (const { until } of held) leases.add(until);
        expect(leases.size).toBeGreaterThan(3);
      },
      { timeout: 10_000, interval: 50 },
    );
    await pool.query(`UPDATE vault.errands SET claim = $1, due_at = now() + interval '1 hour'`, [randomUUID()]);
    await dropped.promise;
    await queue.idle();
    expect(await rows()).toEqual([{ what: 'a', state: 'held', tries: 1, result: null }]);
  });

  test('cuts off what takes too long: a try that failed', async () => {
    await ask('a');
    await start((_, signal) => hang(signal), { timeoutMs: 30 }).idle();
    expect(await rows()).toEqual([{ what: 'a', state: 'waiting', tries: 1, result: null }]);
  });

  test.each([
    [true, { state: 'waiting', tries: 0, result: null }],
    [false, { state: 'over', tries: 1, result: 'finished' }],
  ])('that stops and hands back (%s) leaves nothing half done', async (handsBack, left) => {
    await ask('a');
    const begun = Promise.withResolvers<void>();
    const finish = Promise.withResolvers<string>();
    const queue = start(
      async (_, signal) => {
        begun.resolve();
        return Promise.race([finish.promise, hang(signal)]);
      },
      { handsBack },
    );
    await begun.promise;
    stop.abort();
    if (!handsBack) finish.resolve('finished');
    await queue.stopped();
    expect(await rows()).toMatchObject([left]);
  });

  test('is told of each end that counted, and goes on over a database that was away', async () => {
    const settled: string[] = [];
    const rowsOfWork = work();
    vi.spyOn(rowsOfWork, 'claim').mockRejectedValueOnce(new Error('away'));
    await ask('a');
    const queue = start(async ({ what }) => what, {
      rows: rowsOfWork,
      onSettled: async ({ what }) => void settled.push(what),
    });
    await queue.idle();
    expect(settled).toEqual(['a']);
  });
});
