import { randomFraction } from '@easel/kernel/server/chance';

/**
 * For tests on real processes: EASEL_FAULT_RENDER makes every render of this process hang, or eat memory without end.
 */
export function renderFault(): void {
  const fault = process.env['EASEL_FAULT_RENDER'];
  if (fault === 'hang') for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
  if (fault === 'memory') {
    const eaten: object[] = [];
    for (;;) eaten.push(Array.from({ length: 100_000 }, () => ({ more: randomFraction() })));
  }
}
