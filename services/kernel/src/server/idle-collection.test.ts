import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { collectWhenIdle } from './idle-collection.ts';

const EVERY_MS = 1_000;

let stop: () => void = () => undefined;
let cpu = 0;
let heap = 100;
let collections = 0;

beforeEach(() => {
  vi.useFakeTimers();
  [cpu, heap, collections] = [0, 100, 0];
  stop = collectWhenIdle({
    everyMs: EVERY_MS,
    cpuMicros: () => cpu,
    heapBytes: () => heap,
    collect: () => {
      collections += 1;
      cpu += 500_000;
      heap = 60;
    },
  });
});
afterEach(() => {
  stop();
  vi.useRealTimers();
});

const passes = (cpuMs: number): void => {
  cpu += cpuMs * 1_000;
  vi.advanceTimersByTime(EVERY_MS);
};

test('collects once when the process becomes idle', () => {
  passes(800);
  expect(collections).toBe(0);
  passes(10);
  expect(collections).toBe(1);
  for (let n = 0; n < 10; n++) passes(10);
  expect(collections).toBe(1);
});

test('collects again after more work has filled the heap', () => {
  passes(10);
  passes(10);
  heap = 90;
  passes(900);
  expect(collections).toBe(1);
  passes(10);
  expect(collections).toBe(2);
});

test('does not collect again when the heap has hardly grown', () => {
  passes(10);
  passes(10);
  heap = 65;
  passes(10);
  expect(collections).toBe(1);
});

test('measures the heap again after V8 has given pages back', () => {
  passes(10);
  heap = 40;
  passes(900);
  heap = 55;
  passes(10);
  expect(collections).toBe(2);
});

test('stops on request', () => {
  stop();
  passes(10);
  expect(collections).toBe(0);
});

test('gives garbage back by default', async () => {
  vi.useRealTimers();
  let garbage: object[] | undefined = Array.from({ length: 500_000 }, (_, n) => ({ n }));
  expect(garbage).toHaveLength(500_000);
  const full = process.memoryUsage().heapUsed;
  garbage = undefined;
  stop = collectWhenIdle({ everyMs: 10, cpuMicros: () => 0 });
  await vi.waitFor(() => expect(process.memoryUsage().heapUsed).toBeLessThan(full - 10_000_000), { timeout: 10_000 });
});
