import type { EventRecord } from '@easel/contracts/events/http';

/** Rows that a page keeps at most while it follows; the oldest go first, and are found again by walking. */
export const FOLLOWED_MOST = 200;

type Rows = readonly EventRecord[];

const newerThan = (row: EventRecord, position: string): boolean => BigInt(row.id) > BigInt(position);

/** The newest position of rows that are in order. */
export const newestOf = (...lists: readonly (Rows | undefined)[]): string | undefined =>
  lists
    .flatMap((rows) => rows?.[0]?.id ?? [])
    .reduce<string | undefined>(
      (newest, id) => (newest === undefined || BigInt(id) > BigInt(newest) ? id : newest),
      undefined,
    );

/** What has arrived is put before what was there, the newest first, each row once. */
export function joined(arrived: Rows, listed: Rows): Rows {
  const [newest] = listed;
  const fresh = newest ? arrived.filter((row) => newerThan(row, newest.id)) : arrived;
  return fresh.length === 0 ? listed : [...fresh, ...listed].slice(0, Math.max(FOLLOWED_MOST, listed.length));
}

/** What may be shown while the page is held at a position: nothing newer. */
export const upTo = (arrived: Rows, held: string | undefined): Rows =>
  held === undefined ? arrived : arrived.filter((row) => !newerThan(row, held));
