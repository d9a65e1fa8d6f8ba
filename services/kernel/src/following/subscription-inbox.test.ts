import { expect, it } from 'vitest';
import { SubscriptionInbox } from './subscription-inbox.ts';
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
