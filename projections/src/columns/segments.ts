import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

// DuckDB lets one process write a file, and no other read it meanwhile. So nobody ever reads what is written: a file is
// filled, closed, and from then on only read, and which files the columns are made of stands in a list of a few lines,
// replaced by rename. Whoever dies leaves the old list or the new one. A reader that has opened its files keeps them,
// though they are replaced behind it. One file, copied whole for every second's facts, would be as simple and slower
// with each day; Parquet files would need the reader to be let at files by their names, where now it may open none.

const position = z
  .string()
  .regex(/^-?\d{1,19}$/)
  .transform(BigInt);
const segment = z.object({
  file: z.string().regex(/^[0-9a-f-]{36}\.duckdb$/),
  facts: z.int().positive(),
});
const listed = z.object({
  /** Of the rows; other ones are made anew. */
  layout: z.string(),
  /** Of the last fact. */
  position,
  /** When it was recorded; null where there is none. */
  at: z.nullable(z.iso.datetime()),
  segments: z.array(segment),
});

/** Facts in a file, in the log's order. */
export type Segment = z.output<typeof segment>;
export type SegmentList = z.output<typeof listed>;

/** A segment so large is left as it is: rewriting it takes about a second, in which nothing else is written. */
const LARGE = 100_000;

const LIST = 'columns.json';
/** Whoever puts it there has the columns made anew from the log. */
const REBUILD = 'rebuild';

/**
 * How many of the last segments are written anew with facts that come behind them: each that is not larger than all
 * that stands behind it. So there are few segments, and a fact is rewritten few times.
 */
export function absorbed(segments: readonly Segment[], facts: number): Segment[] {
  let [from, behind] = [segments.length, facts];
  for (let last = segments[from - 1]; last && last.facts <= behind && last.facts < LARGE; last = segments[from - 1]) {
    behind += last.facts;
    from -= 1;
  }
  return segments.slice(from);
}

/** Reads the list; undefined where it is missing or unreadable, which starts a rebuild of the columns. */
export function readSegments(folder: string): SegmentList | undefined {
  try {
    return listed.parse(JSON.parse(readFileSync(join(folder, LIST), 'utf8')));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Whether every file that a list names is there; whether it can be read is found out by who reads it. */
export const isWhole = (folder: string, { segments }: SegmentList): boolean =>
  segments.every(({ file }) => existsSync(join(folder, file)));

/** Wants a rebuild where these segments, which could not be read, are still the listed ones. */
export function reportUnreadable(folder: string, files: readonly string[]): void {
  const { segments = [] } = readSegments(folder) ?? {};
  if (files.join() === segments.map(({ file }) => join(folder, file)).join()) wantRebuild(folder);
}

/** The list from now on, whatever crashes. */
export function listSegments(folder: string, list: SegmentList): void {
  const aside = join(folder, `${LIST}.new`);
  const file = openSync(aside, 'w', 0o600);
  writeSync(file, `${JSON.stringify({ ...list, position: String(list.position) })}\n`);
  fsyncSync(file);
  closeSync(file);
  renameSync(aside, join(folder, LIST));
  const directory = openSync(folder, 'r');
  fsyncSync(directory);
  closeSync(directory);
}

/** Deletes the files that nobody names any more: of these lists, those of a crash among them. */
export function sweepSegments(folder: string, ...kept: readonly (readonly Segment[] | undefined)[]): void {
  const named = new Set(kept.flatMap((segments = []) => segments.map(({ file }) => file)));
  for (const file of readdirSync(folder)) {
    if (/\.duckdb(\.wal)?$/.test(file) && !named.has(file)) rmSync(join(folder, file), { force: true });
  }
}

export function wantRebuild(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  closeSync(openSync(join(folder, REBUILD), 'w', 0o600));
}

export const isRebuildWanted = (folder: string): boolean => readdirSync(folder).includes(REBUILD);
export const rebuilt = (folder: string): void => rmSync(join(folder, REBUILD), { force: true });
