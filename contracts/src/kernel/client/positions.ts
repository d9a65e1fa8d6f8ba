/**
 * Category → position of the last fact a client knows of: what a reader must have applied to show it its own writes.
 */
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

/** What a client has been told, and tells in its turn. */
export interface PositionBook {
  /** As the header carries it; null before anything was told. */
  header: () => string | null;
  note: (header: string | null) => void;
}

/** Keeps positions, each at its latest, in a text that outlives the page or does not. */
export const positionBook = (text: { get: () => string | null; set: (text: string) => void }): PositionBook => ({
  header: text.get,
  note(header) {
    const received = parsePositions(header);
    if (received.size > 0) text.set(formatPositions(mergePositions(parsePositions(text.get()), received)));
  },
});
