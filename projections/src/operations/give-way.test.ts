import { afterEach, expect, test, vi } from 'vitest';
import { GiveWay } from './give-way.ts';

afterEach(() => vi.restoreAllMocks());

/** How long it rested after working for so long, in ms of a clock that stands still otherwise. */
async function rested(workedMs: number, reads: number): Promise<number> {
  let asked = 0;
  let now = 1_000;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  const readers = new GiveWay(() => asked);
  now += workedMs;
  asked += reads;
  let restedMs = 0;
  await readers.giveWay(new AbortController().signal, async (ms) => {
    restedMs = ms;
  });
  return restedMs;
}

test('goes on at once while nobody reads', async () => {
  expect(await rested(50, 0)).toBe(0);
});

test('rests three times as long as it worked while somebody does, within bounds', async () => {
  expect(await rested(10, 1)).toBe(30);
  expect(await rested(1, 5)).toBe(15);
  expect(await rested(500, 5)).toBe(100);
});

test('forgets who has read once it has rested', async () => {
  let asked = 1;
  const rests: number[] = [];
  const pausing = async (ms: number): Promise<void> => void rests.push(ms);
  const readers = new GiveWay(() => asked);
  const { signal } = new AbortController();
  await readers.giveWay(signal, pausing);
  asked = 2;
  await readers.giveWay(signal, pausing);
  await readers.giveWay(signal, pausing);
  expect(rests).toHaveLength(1);
});
