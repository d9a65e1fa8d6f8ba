import { AsyncLocalStorage } from 'node:async_hooks';
import { categoryOf } from '@easel/contracts/kernel/event';

/** Category → position of the last fact a client knows of: what a reader must have applied to show its own writes. */
export type Positions = ReadonlyMap<string, bigint>;

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

export const formatPositions = (positions: Positions): string =>
  [...positions].map(([category, position]) => `${category}=${position}`).join(',');

/** The later of each. */
export function mergePositions(a: Positions, b: Positions): Positions {
  const merged = new Map(a);
  for (const [category, position] of b) {
    if (position > (merged.get(category) ?? -1n)) merged.set(category, position);
  }
  return merged;
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
