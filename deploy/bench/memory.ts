import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { memoryGroups, memoryOf, type MemoryGroup } from '../faults/harness/process-memory.ts';
import { startProduct } from '../faults/harness/product.ts';
import { Afternoon, type AfternoonPlan } from './afternoon.ts';
import type { BenchRow } from './row.ts';
import { isSmoke, size } from './size.ts';

/** A person looks at a page for twelve seconds; the script goes six times as fast. */
const plan: AfternoonPlan = {
  pictures1k: size(200, 2),
  pictures4k: size(20, 0),
  downloads8k: size(1, 0),
  browsingMs: size(600_000, 1_000),
  pageEveryMs: size(2_000, 100),
};
const IDLE_MS = size(60_000, 500);
/** At most half of what the build before this bench kept after the same use. */
const LIMIT_MB = 728;
const HALF = 2;

interface Measured {
  readonly memory: Record<MemoryGroup, number>;
  readonly coldMs: number;
  readonly warmMs: number;
}

/**
 * What the idle platform keeps in memory after an afternoon of use, by its parts (proportional set size, children
 * included), and how long the first picture after the pause takes. Beside it the built checkout that `BENCH_BEFORE`
 * names, measured before in the same way; without it the sum is measured against its limit.
 */
export async function benchMemory(): Promise<BenchRow[]> {
  const checkout = process.env['BENCH_BEFORE'];
  const before = checkout === undefined ? undefined : await measure({ checkout: resolve(checkout) });
  const ours = await measure({});
  const parts = memoryGroups.map((group) => memoryRow(group, before?.memory[group], ours.memory[group]));
  return [
    ...parts,
    sumRow(before && sumOf(before.memory), sumOf(ours.memory)),
    waitRow('the first picture after the pause', before?.coldMs, ours.coldMs),
    waitRow('the picture after it', before?.warmMs, ours.warmMs),
  ];
}

async function measure(options: { checkout?: string }): Promise<Measured> {
  const product = await startProduct(options);
  try {
    const afternoon = new Afternoon(product, plan);
    await afternoon.spend();
    await sleep(IDLE_MS);
    const memory = memoryOf(product);
    return { memory, coldMs: await afternoon.waitForPicture(7), warmMs: await afternoon.waitForPicture(8) };
  } finally {
    await product.remove();
  }
}

const sumOf = (memory: Record<MemoryGroup, number>): number =>
  memoryGroups.reduce((sum, group) => sum + memory[group], 0);

const memoryRow = (group: MemoryGroup, before: number | undefined, ours: number): BenchRow => ({
  what: `${group}, idle after an afternoon`,
  bare: before === undefined ? '' : mb(before),
  ours: mb(ours),
  ratio: before === undefined || ours === 0 ? 1 : before / ours,
  goal: 0,
});

const sumRow = (before: number | undefined, ours: number): BenchRow => ({
  what: 'all of them',
  bare: before === undefined ? `≤ ${LIMIT_MB} MB` : mb(before),
  ours: mb(ours),
  ratio: (before ?? LIMIT_MB) / ours,
  goal: isSmoke ? 0 : before === undefined ? 1 : HALF,
});

const waitRow = (what: string, before: number | undefined, ours: number): BenchRow => ({
  what,
  bare: before === undefined ? '' : `${Math.round(before)} ms`,
  ours: `${Math.round(ours)} ms`,
  ratio: before === undefined ? 1 : before / ours,
  goal: 0,
});

const mb = (value: number): string => `${Math.round(value)} MB`;
