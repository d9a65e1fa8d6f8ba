import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Product } from '../faults/harness/product.ts';
import { until } from '../faults/harness/until.ts';
import { isSmoke } from './size.ts';

/** Of Linux's process table: a hundredth of a second. */
const TICK_MS = 10;
const LOOK_MS = isSmoke ? 200 : 3_000;
/** Of one core: what an idle product uses for looking whether there is something to do. */
const IDLE_SHARE = isSmoke ? 1 : 0.15;
/** So many looks one after the other: some work pauses between batches. */
const LOOKS = isSmoke ? 1 : 2;

/**
 * Waits until all processes of a product are idle: every read model has caught up, nothing is imported, indexed or
 * swept. Until then they take the processor away from the browser that is measured.
 */
export async function untilStill(product: Product, deadlineMs: number): Promise<void> {
  let share = 0;
  let still = 0;
  await until(
    async () => {
      const before = processorMs(product);
      await sleep(LOOK_MS);
      share = (processorMs(product) - before) / LOOK_MS;
      still = share <= IDLE_SHARE ? still + 1 : 0;
      return still >= LOOKS;
    },
    { deadlineMs, why: () => `(stillness: ${(share * 100).toFixed(0)} % of a core used)` },
  );
}

const processorMs = (product: Product): number => product.processes().reduce((sum, pid) => sum + usedMs(pid), 0);

/** User and system time; 0 for a process that ended meanwhile. */
function usedMs(pid: number): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name, in parentheses, may hold spaces. Fields 14 and 15 of proc(5) are the 12th and 13th after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
  } catch {
    return 0;
  }
}
