import type { Fact } from '@easel/contracts/kernel/event';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { EventLog } from '../../log/event-log.ts';
import { newFacts } from '../../deciding/decider-runner.ts';
import { isTransient, isUnavailable } from '../../database/database.ts';
import { runProcess, type RunningProcess } from '../../following/process-runner.ts';
import { Sealer } from '../../identity/sealing.ts';
import { testCatalogue } from '../open-log.ts';
import { MemoryBook } from './memory-book.ts';
import { MemoryDatabase } from './memory-database.ts';
import { MemoryEventStore } from './memory-event-store.ts';
import { MemoryPersonKeys } from './memory-person-keys.ts';
import { atOnce, type Turn } from './turn.ts';

/** As the driver says it. */
const connectionLost = (): Error => new Error('Connection terminated unexpectedly');
/** Rejects the first time that this comes, and lets everything else pass. */
function failsOnce(moment: 'asked' | 'answered', what: RegExp): Turn {
  let isOver = false;
  return (when, which) => {
    if (isOver || when !== moment || !what.test(which)) return Promise.resolve();
    isOver = true;
    return Promise.reject(connectionLost());
  };
}
/** Never comes again once it is killed, in the middle of that. */
function diesAt(what: RegExp): { turn: Turn; dead: Promise<void> } {
  const { promise: dead, resolve } = Promise.withResolvers<void>();
  let isDead = false;
  const turn: Turn = (_, which) => {
    if (what.test(which)) {
      isDead = true;
      resolve();
    }
    return isDead ? new Promise(() => undefined) : Promise.resolve();
  };
  return { turn, dead };
}

const openLog = (store: MemoryEventStore, turn: Turn = atOnce): EventLog =>
  new EventLog(
    store.connect(turn),
    testCatalogue,
    new Sealer(new MemoryPersonKeys(new MemoryDatabase().connect()), 'ab'.repeat(32)),
  );
const counted = (stream: string, key: string) =>
  newFacts(stream, [{ type: 'Counted', data: { by: 1 } }], {
    key,
    actor: { kind: 'system', id: 'test' },
    correlationId: 'test',
  });

describe('a transaction', () => {
  const write = (book: MemoryBook, end = Promise.resolve()): Promise<void> =>
    book.inTransaction(async (tx) => {
      await book.checkpoints.advance('one', -1n, 1n, tx);
      await end;
    });

  it('of a process that dies never was, and lets go who waited for it', async () => {
    const database = new MemoryDatabase();
    const { turn, dead } = diesAt(/commit/);
    const victim = database.connect(turn);
    const survivor = new MemoryBook(database.connect());
    await survivor.checkpoints.begin('one', -1n);
    void write(new MemoryBook(victim));
    await dead;
    const waiting = survivor.checkpoints.advance('one', -1n, 2n);
    victim.disconnect();
    expect(await waiting).toBe(true);
    expect(await survivor.checkpoints.find('one')).toBe(2n);
  });

  it.each([
    ['asked', -1n],
    ['answered', 1n],
  ] as const)('whose commit fails when it is %s stands at %s', async (moment, position) => {
    const database = new MemoryDatabase();
    const book = new MemoryBook(database.connect(failsOnce(moment, /commit/)));
    await book.checkpoints.begin('one', -1n);
    const error: unknown = await write(book).catch((caught: unknown) => caught);
    expect(isUnavailable(error)).toBe(true);
    expect(await book.checkpoints.find('one')).toBe(position);
  });

  it('is rolled back where a statement in it failed, though its work went on', async () => {
    const book = new MemoryBook(new MemoryDatabase().connect(failsOnce('asked', /timers/)));
    await book.checkpoints.begin('one', -1n);
    const committed = book.inTransaction(async (tx) => {
      await book.checkpoints.advance('one', -1n, 1n, tx);
      await book.timers.cancel('process', ['a'], tx).catch(() => undefined);
    });
    await expect(committed).rejects.toThrow('rolled back');
    expect(await book.checkpoints.find('one')).toBe(-1n);
  });

  it('that waits for one which waits for it is told, and the other goes on', async () => {
    const database = new MemoryDatabase();
    const [here, there] = [new MemoryBook(database.connect()), new MemoryBook(database.connect())];
    for (const name of ['a', 'b']) await here.checkpoints.begin(name, -1n);
    const both = Promise.withResolvers<void>();
    let begun = 0;
    const cross = (book: MemoryBook, [first, second]: [string, string]): Promise<void> =>
      book.inTransaction(async (tx) => {
        await book.checkpoints.advance(first, -1n, 1n, tx);
        if (++begun === 2) both.resolve();
        await both.promise;
        await book.checkpoints.advance(second, -1n, 1n, tx);
      });
    const results = await Promise.allSettled([cross(here, ['a', 'b']), cross(there, ['b', 'a'])]);
    const failed = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []));
    expect(failed.map(isTransient)).toEqual([true]);
    expect([await here.checkpoints.find('a'), await here.checkpoints.find('b')]).toEqual([1n, 1n]);
  });
});

describe('an append of unknown outcome', () => {
  it.each(['asked', 'answered'] as const)('that failed when it was %s is settled, and stored once', async (moment) => {
    const store = new MemoryEventStore();
    const log = openLog(store, failsOnce(moment, /^append/));
    const appended = await log.append('sum-1', 'none', counted('sum-1', 'a'));
    expect(appended).toEqual({ revision: 0, position: store.events[0]?.position });
    expect(store.events).toHaveLength(1);
  });
});

it('a process that dies at any statement has everything done by the next', async () => {
  const asks = [/^begin$/, /advance/, /timers.schedule/, /^commit$/, /timers.next/, /timers.done/, /^lock/];
  for (const what of asks) {
    const database = new MemoryDatabase();
    const store = new MemoryEventStore();
    const performed: string[] = [];
    const stop = new AbortController();
    const begin = (turn: Turn) => {
      const pool = database.connect(turn);
      const process = runProcess<Fact<'Counted', { by: number }>, string>({
        name: 'answers',
        from: 'start',
        categories: ['sum'],
        on: {
          Counted: ({ stream, recordedAt }) => [{ schedule: { key: stream, dueAt: recordedAt, payload: stream } }],
        },
        act: async ({ payload }) => void performed.push(payload),
        log: openLog(store, turn),
        book: new MemoryBook(pool),
        signal: stop.signal,
        logger: pino({ enabled: false }),
      });
      return { pool, process };
    };
    const { turn, dead } = diesAt(what);
    const victim = begin(turn);
    const log = openLog(store);
    await log.append('sum-1', 'none', counted('sum-1', 'a'));
    await log.append('sum-2', 'none', counted('sum-2', 'a'));
    await dead;
    victim.pool.disconnect();
    const { process: heir }: { process: RunningProcess } = begin(atOnce);
    await heir.waitFor(await log.head());
    await heir.idle();
    expect([what, new Set(performed)]).toEqual([what, new Set(['sum-1', 'sum-2'])]);
    stop.abort();
    await heir.done;
  }
});
