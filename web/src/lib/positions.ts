import { sessionStore } from './storage.ts';

/** How far this browser must be able to read each category of the log, so that it always sees its own writes. */
export type Positions = ReadonlyMap<string, bigint>;

/** Reads `category=position,category=position`; what does not fit that form is passed over. */
export function parsePositions(header: string | null): Positions {
  const positions = new Map<string, bigint>();
  for (const pair of (header ?? '').split(',')) {
    const [, category, position] = /^\s*([\w.-]+)=(\d{1,20})\s*$/.exec(pair) ?? [];
    if (category && position) positions.set(category, later(positions.get(category), BigInt(position)));
  }
  return positions;
}

/** The later position of each category. */
export function mergePositions(a: Positions, b: Positions): Positions {
  const merged = new Map(a);
  for (const [category, position] of b) merged.set(category, later(merged.get(category), position));
  return merged;
}

export const formatPositions = (positions: Positions): string =>
  [...positions].map(([category, position]) => `${category}=${position}`).join(',');

const later = (a: bigint | undefined, b: bigint) => (a !== undefined && a > b ? a : b);

const KEY = 'positions';

/** The positions this tab has been told; they outlive a reload, not the tab. */
export const knownPositions = {
  header: (): string | null => sessionStore.get(KEY),
  note(header: string | null): void {
    const told = parsePositions(header);
    if (told.size === 0) return;
    sessionStore.set(KEY, formatPositions(mergePositions(parsePositions(sessionStore.get(KEY)), told)));
  },
  forget: (): void => sessionStore.remove(KEY),
};
