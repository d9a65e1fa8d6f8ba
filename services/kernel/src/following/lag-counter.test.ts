import type { Recorded } from '@easel/contracts/kernel/event';
import { expect, test, vi } from 'vitest';
import { LogUnavailable } from '../log/event-log.errors.ts';
import { LagCounter } from './lag-counter.ts';
import { MemoryLog } from '../testing/memory-log.ts';

const tally = { name: 'tally', categories: ['tally'] };
const none = { events: 0, more: false, oldestAt: undefined };
const unknown = { events: undefined, more: false, oldestAt: undefined };

/** By turns a fact of the follower's and one of somebody else's. */
function stored(count: number): { log: MemoryLog; facts: Recorded[] } {
  const log = new MemoryLog();
  const facts = Array.from({ length: count }, (_, n) => log.append(n % 2 === 0 ? 'tally-a' : 'other-b', 'Counted'));
  return { log, facts };
}

const positionOf = (facts: readonly Recorded[], n: number): bigint => facts[n]?.position ?? -1n;

test('counts the facts of its own that come behind a position, and tells when the oldest was recorded', async () => {
  const { log, facts } = stored(10);
  const lags = new LagCounter(log);
  expect(await lags.of(tally, positionOf(facts, 2))).toEqual({
    events: 3,
    more: false,
    oldestAt: facts[4]?.recordedAt,
  });
  expect(await lags.of(tally, -1n)).toMatchObject({ events: 5, more: false });
  expect(await lags.of(tally, positionOf(facts, 8))).toEqual(none);
});

test('reads nothing again that has not changed, and once for all who ask at the same time', async () => {
  const { log, facts } = stored(10);
  const [heads, reading] = [vi.spyOn(log, 'head'), vi.spyOn(log, 'subscribe')];
  const lags = new LagCounter(log);
  const at = positionOf(facts, 2);
  await Promise.all([lags.of(tally, at), lags.of(tally, at)]);
  expect([heads, reading].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  await lags.of(tally, at);
  expect(reading).toHaveBeenCalledTimes(1);
  expect(await lags.of(tally, positionOf(facts, 4))).toMatchObject({ events: 2 });
});

test('knows of a follower at the log’s end without reading', async () => {
  const { log } = stored(10);
  const reading = vi.spyOn(log, 'subscribe');
  expect(await new LagCounter(log).of(tally, await log.head())).toEqual(none);
  expect(reading).not.toHaveBeenCalled();
});

test('counts nobody again while only the store writes, whose events are looked at once for all', async () => {
  const { log, facts } = stored(10);
  const lags = new LagCounter(log);
  const followers = ['one', 'two', 'three'].map((name) => ({ name, categories: ['tally'] }));
  const ask = () =>
    Promise.all(followers.map((follower, n) => lags.of(follower, positionOf(facts, [2, 8, 9][n] ?? 0))));
  const behind = [{ events: 3 }, { events: 0 }, { events: 0 }];
  expect(await ask()).toMatchObject(behind);
  const reading = vi.spyOn(log, 'subscribe');
  for (let round = 1; round <= 5; round++) {
    log.idle();
    expect(await ask()).toMatchObject(behind);
    expect(reading.mock.calls.map(([{ categories }]) => categories)).toEqual(Array(round).fill('all'));
  }
  const from = reading.mock.calls.map(([{ after }]) => after);
  expect(from).toEqual([...new Set(from)]);
  // Its checkpoint goes on over what is not its own.
  expect(await lags.of({ name: 'two', categories: ['tally'] }, positionOf(facts, 9))).toEqual(none);
  expect(reading).toHaveBeenCalledTimes(5);
  log.append('tally-a', 'Counted');
  expect(await ask()).toMatchObject([{ events: 4 }, { events: 1 }, { events: 1 }]);
});

test('stops counting at its bound, says so, and does not begin again at once', async () => {
  const { log, facts } = stored(100);
  const reading = vi.spyOn(log, 'subscribe');
  const lags = new LagCounter(log, { most: 20 });
  expect(await lags.of(tally, -1n)).toMatchObject({ events: 20, more: true });
  expect(await lags.of(tally, positionOf(facts, 2))).toMatchObject({ events: 20, more: true });
  expect(reading).toHaveBeenCalledTimes(1);
});

test('breaks off what takes too long', async () => {
  const { log } = stored(10);
  vi.spyOn(log, 'subscribe').mockImplementation(async function* ({ signal }) {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    yield* [];
  });
  expect(await new LagCounter(log, { countedForMs: 10 }).of(tally, 0n)).toEqual({
    events: 0,
    more: true,
    oldestAt: undefined,
  });
});

test('makes a few counts at a time, however many ask', async () => {
  const { log } = stored(10);
  const follow = log.subscribe.bind(log);
  let [open, most] = [0, 0];
  vi.spyOn(log, 'subscribe').mockImplementation(async function* (options) {
    most = Math.max(most, ++open);
    for await (const item of follow(options)) {
      await new Promise((resolve) => setImmediate(resolve));
      if (item.kind === 'caught-up') open -= 1;
      yield item;
    }
  });
  const lags = new LagCounter(log);
  const followers = Array.from({ length: 40 }, (_, n) => ({ name: `follower ${n}`, categories: ['tally'] }));
  const counted = await Promise.all(followers.map((follower) => lags.of(follower, -1n)));
  expect(counted.map(({ events }) => events)).toEqual(Array(40).fill(5));
  expect(most).toBe(8);
});

test('is not known while the log is away', async () => {
  const { log, facts } = stored(10);
  const lags = new LagCounter(log);
  const away = () => {
    throw new LogUnavailable(new Error('gone'));
  };
  vi.spyOn(log, 'head').mockImplementationOnce(away);
  expect(await lags.of(tally, positionOf(facts, 0))).toEqual(unknown);
  vi.spyOn(log, 'subscribe').mockImplementationOnce(away);
  expect(await lags.of(tally, positionOf(facts, 0))).toEqual(unknown);
  expect(await lags.of(tally, positionOf(facts, 0))).toMatchObject({ events: 4 });
});
