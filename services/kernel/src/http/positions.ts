import { AsyncLocalStorage } from 'node:async_hooks';
import type { Positions } from '@easel/contracts/kernel/client/positions';
import { categoryOf } from '@easel/contracts/kernel/event';

const MAX_CATEGORIES = 32;

/** `account=12,generation=40`; undefined for text that is none. */
export function parsePositions(text: string): Positions | undefined {
  const positions = new Map<string, bigint>();
  for (const pair of text.split(',').filter(Boolean)) {
    const match = /^([a-z]{1,40})=(\d{1,19})$/.exec(pair.trim());
    if (!match?.[1] || !match[2] || positions.size >= MAX_CATEGORIES) return undefined;
    const position = BigInt(match[2]);
    if (position > (positions.get(match[1]) ?? -1n)) positions.set(match[1], position);
  }
  return positions;
}

const noted = new AsyncLocalStorage<Map<string, bigint>>();

/** Gathers the positions of everything appended while `work` runs. */
export const gatherPositions = <T>(positions: Map<string, bigint>, work: () => T): T => noted.run(positions, work);

/** Called by whoever appends. */
export function notePosition(stream: string, position: bigint): void {
  const positions = noted.getStore();
  const category = categoryOf(stream);
  if (positions && position > (positions.get(category) ?? -1n)) positions.set(category, position);
}
