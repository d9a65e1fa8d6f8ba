import { challengeWindow } from '@easel/contracts/competitions/policy';
import { utcMonth } from '@easel/contracts/account/policy';
import { expect, test } from 'vitest';
import { planChallenges } from './challenge-plan.ts';
import type { PastWorld } from './past-world.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** A call of the world that a plan would make, and when. */
interface Planned {
  readonly atMs: number;
  readonly call: string;
  readonly args: readonly unknown[];
}

/** Collects what a past that ends before a day asks of its world, in order. */
async function plannedUntil(untilMs: number, days: number): Promise<Planned[]> {
  const beginsMs = untilMs - days * DAY_MS;
  const noted: { atMs: number; happen: (world: PastWorld) => Promise<void> }[] = [];
  planChallenges(
    (day, hour, _, happen) => noted.push({ atMs: beginsMs + day * DAY_MS + hour * HOUR_MS, happen }),
    beginsMs,
    days,
  );
  const planned: Planned[] = [];
  for (const { atMs, happen } of noted.toSorted((one, other) => one.atMs - other.atMs)) {
    const record =
      (call: string) =>
      (...args: unknown[]) => {
        planned.push({ atMs, call, args });
        return Promise.resolve();
      };
    await happen(new Proxy({}, { get: (_, call) => record(String(call)) }) as PastWorld);
  }
  return planned;
}

/** The key of the entry in these arguments, which contains its month. */
const entryIn = (args: readonly unknown[]): string =>
  args.find((arg): arg is string => typeof arg === 'string' && /^(?:tshirt|poster) \d{4}-\d{2} \d$/.test(arg)) ?? '';
const monthIn = (key: string): string => key.split(' ')[1] ?? '';

/** What is impossible in a plan, in words. */
function faultsOf(planned: readonly Planned[], untilMs: number): string[] {
  const entered = new Set<string>();
  const registered = new Set<string>();
  const ordered = new Set<string>();
  const faults: string[] = [];
  for (const { atMs, call, args } of planned) {
    const fault = (what: string): void => void faults.push(`${new Date(atMs).toISOString()} ${call}: ${what}`);
    const [name] = args;
    const key = entryIn(args);
    if (atMs >= untilMs - HOUR_MS) fault('after the end');
    if (call === 'register') registered.add((name as { username: string }).username);
    if (!['enter', 'favorite', 'order', 'refundOrder'].includes(call)) continue;
    if (!registered.has(String(name))) fault(`${String(name)} is not registered`);
    const isOpen = utcMonth(new Date(atMs)) === monthIn(key);
    if (call === 'enter') entered.add(key);
    else if (!entered.has(key)) fault(`${key} is not entered`);
    if (call === 'order') ordered.add(`${String(name)} ${key}`);
    if (call === 'refundOrder' && !ordered.has(`${String(name)} ${key}`)) fault('nothing was ordered');
    if (call === 'refundOrder' && challengeWindow(monthIn(key)).closesAt.getTime() > atMs) fault(`${key} is open`);
    if (call !== 'refundOrder' && !isOpen) fault(`${key} is not open`);
  }
  return faults;
}

const endsOfAYear = Array.from({ length: 366 }, (_, n) => Date.UTC(2026, 10, 30) + n * DAY_MS);

test.each([30, 90])('plans only what is possible, on whatever day of a year %i days end', async (days) => {
  const faults = await Promise.all(
    endsOfAYear.map(async (untilMs) => faultsOf(await plannedUntil(untilMs, days), untilMs)),
  );
  expect(faults.flat()).toEqual([]);
});

test('plans entries and orders whatever the day of the end', async () => {
  for (const untilMs of endsOfAYear) {
    const calls = (await plannedUntil(untilMs, 30)).map(({ call }) => call);
    expect(calls.filter((call) => call === 'enter').length).toBeGreaterThanOrEqual(8);
    expect(calls).toContain('order');
  }
});
