import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LeapingClock } from './leaping-clock.ts';

const HOUR_MS = 3_600_000;
const BEGINS_MS = Date.UTC(2030, 0, 1);

let owner = 'one';
let clock: LeapingClock<string>;
beforeEach(() => {
  clock = new LeapingClock(BEGINS_MS, () => owner);
  clock.install();
});
afterEach(() => clock.restore());

test('everybody’s date begins with it, goes on and leaps', () => {
  const before = Date.now();
  expect(before).toBeGreaterThanOrEqual(BEGINS_MS);
  expect(before).toBeLessThan(BEGINS_MS + HOUR_MS);
  clock.leap(HOUR_MS);
  expect(new Date().getTime()).toBeGreaterThanOrEqual(before + HOUR_MS);
  expect(new Date(5)).toBeInstanceOf(Date);
  expect(new Date(Date.UTC(2031, 1)).toISOString()).toBe('2031-02-01T00:00:00.000Z');
});

test('who waits goes on when the leap has passed them, in the order in which they would have', async () => {
  const over: string[] = [];
  const waits = [3, 1, 2, 30].map((hours) => wait(hours * HOUR_MS).then(() => over.push(`${hours}`)));
  clock.leap(4 * HOUR_MS);
  await Promise.all(waits.slice(0, 3));
  expect(over).toEqual(['1', '2', '3']);
  clock.leap(30 * HOUR_MS);
  await Promise.all(waits);
  expect(over).toEqual(['1', '2', '3', '30']);
});

test('a wait lasts longer than its time while its owner sleeps through the leaps', async () => {
  const over: string[] = [];
  owner = 'sleeper';
  const sleeper = wait(2 * HOUR_MS).then(() => over.push('sleeper'));
  owner = 'one';
  const other = wait(2 * HOUR_MS).then(() => over.push('other'));
  clock.leap(3 * HOUR_MS, (who) => who === 'sleeper');
  await other;
  expect(over).toEqual(['other']);
  clock.leap(1);
  await sleeper;
  expect(over).toEqual(['other', 'sleeper']);
});

test('a wait also ends by itself, or by its signal', async () => {
  await expect(wait(1, 'value')).resolves.toBe('value');
  const stop = new AbortController();
  const waiting = wait(HOUR_MS, undefined, { signal: stop.signal });
  stop.abort();
  await expect(waiting).rejects.toThrow('The wait was ended');
  await expect(wait(HOUR_MS, undefined, { signal: stop.signal })).rejects.toThrow('The wait was ended');
});

test('it tells whose next wait ends when', () => {
  void wait(2 * HOUR_MS);
  owner = 'other';
  void wait(HOUR_MS);
  owner = 'one';
  const next = clock.nextMs((whose) => whose === 'one') ?? 0;
  expect(Math.round((next - clock.now()) / HOUR_MS)).toBe(2);
  expect(clock.nextMs((whose) => whose === 'nobody')).toBeUndefined();
});

test('it is the wall’s time again when it goes', () => {
  clock.restore();
  expect(Date.now()).toBeLessThan(BEGINS_MS);
});
