import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { LogItem } from '../log/log-store.ts';
import { readAhead, SubscriptionInbox } from './subscription-inbox.ts';
import { MemoryLog } from '../testing/memory-log.ts';

const log = new MemoryLog();
const fact = () => ({ kind: 'fact', fact: log.append('things-1', 'Happened') }) as const;
const checkpoint = (position: bigint) => ({ kind: 'checkpoint', position }) as const;
const caughtUp = { kind: 'caught-up' } as const;

it('gives what has come, in order and no more than asked for, up to the next mark', async () => {
  const inbox = new SubscriptionInbox(10);
  const [a, b, c, d] = [fact(), fact(), fact(), fact()];
  for (const item of [a, b, c, caughtUp, d, checkpoint(99n)]) await inbox.put(item);
  expect(await inbox.take(2)).toEqual({ kind: 'facts', facts: [a.fact, b.fact] });
  expect(await inbox.take(2)).toEqual({ kind: 'facts', facts: [c.fact] });
  expect(await inbox.take(2)).toEqual(caughtUp);
  expect(await inbox.take(2)).toEqual({ kind: 'facts', facts: [d.fact] });
  expect(await inbox.take(2)).toEqual(checkpoint(99n));
});

it('forgets a checkpoint that something behind it has overtaken', async () => {
  const inbox = new SubscriptionInbox(10);
  const a = fact();
  for (const item of [checkpoint(1n), checkpoint(2n), a, checkpoint(3n), caughtUp]) await inbox.put(item);
  expect(await inbox.take(9)).toEqual({ kind: 'facts', facts: [a.fact] });
  expect(await inbox.take(9)).toEqual(checkpoint(3n));
  expect(await inbox.take(9)).toEqual(caughtUp);
});

it('takes one fact as soon as it comes', async () => {
  const inbox = new SubscriptionInbox(10);
  const taken = inbox.take(100);
  const a = fact();
  await inbox.put(a);
  expect(await taken).toEqual({ kind: 'facts', facts: [a.fact] });
});

it('takes what is there at once where no more is to be waited for', async () => {
  const inbox = new SubscriptionInbox(10);
  const [a, b] = [fact(), fact()];
  await inbox.put(a);
  const taken = inbox.take(100, { atOnce: true });
  void nextTurn().then(() => inbox.put(b));
  expect(await taken).toEqual({ kind: 'facts', facts: [a.fact] });
  expect(await inbox.take(100, { atOnce: true })).toEqual({ kind: 'facts', facts: [b.fact] });
});

it('makes the reader wait for room, and lets it go at the end', async () => {
  const inbox = new SubscriptionInbox(2);
  const [a, b, c, d] = [fact(), fact(), fact(), fact()];
  await inbox.put(a);
  await inbox.put(b);
  let room = false;
  const third = inbox.put(c).then((put) => (room = put));
  expect(room).toBe(false);
  await inbox.take(1);
  await third;
  expect(room).toBe(true);
  const fourth = inbox.put(d);
  inbox.end();
  expect(await fourth).toBe(false);
});

it('throws what ended it only behind what came before', async () => {
  const inbox = new SubscriptionInbox(2);
  const a = fact();
  await inbox.put(a);
  inbox.end(new Error('dropped'));
  inbox.end(new Error('too late'));
  expect(await inbox.take(9)).toEqual({ kind: 'facts', facts: [a.fact] });
  await expect(inbox.take(9)).rejects.toThrow('dropped');
});

it('waits a while for more of a backlog, and no more once it is through', async () => {
  const inbox = new SubscriptionInbox(10);
  const [a, b, c] = [fact(), fact(), fact()];
  const taken = inbox.take(2, { lingerMs: 600_000 });
  await inbox.put(a);
  await nextTurn();
  await inbox.put(b);
  expect(await taken).toEqual({ kind: 'facts', facts: [a.fact, b.fact] });
  await inbox.put(c);
  expect(await inbox.take(2, { lingerMs: 1 })).toEqual({ kind: 'facts', facts: [c.fact] });
  await inbox.put(caughtUp);
  expect(await inbox.take(2, { lingerMs: 600_000 })).toEqual(caughtUp);
  await inbox.put(a);
  expect(await inbox.take(2, { lingerMs: 600_000 })).toEqual({ kind: 'facts', facts: [a.fact] });
});

it('says when nothing comes', async () => {
  const inbox = new SubscriptionInbox(10);
  expect(await inbox.take(1, { quietMs: 1 })).toEqual({ kind: 'quiet' });
  const a = fact();
  await inbox.put(a);
  expect(await inbox.take(1, { quietMs: 1 })).toEqual({ kind: 'facts', facts: [a.fact] });
});

it('tells of a subscription that fails while a portion is handled afterwards, and the taker alone', async () => {
  async function* items(): AsyncGenerator<LogItem> {
    yield { kind: 'checkpoint', position: 1n };
    yield { kind: 'caught-up' };
    throw new Error('the log is away');
  }
  const taken: bigint[] = [];
  const what = { categories: 'all', after: 'start', signal: new AbortController().signal } as const;
  const taking = async (): Promise<void> => {
    for await (const next of readAhead({ subscribe: items }, what, { size: 10 })) {
      if (next.kind === 'checkpoint') taken.push(next.position);
      await nextTurn(); // the failure comes meanwhile; unhandled, it would end the process
      await nextTurn();
    }
  };
  await expect(taking()).rejects.toThrow('the log is away');
  expect(taken).toEqual([1n]);
});
