import * as z from 'zod/mini';

/** The first line of the input of a child that runs a statement: what it opens while it waits for the statement. */
export interface SqlPreparation {
  /** Paths, in the log's order. */
  segments: readonly string[];
  /** Bytes that the database may use, as DuckDB writes them: `512MB`. */
  memory: string;
}

/** The second line of its input, which stays open as long as the child is to live. */
export interface SqlQuestion {
  /** Paths, in the log's order. */
  segments: readonly string[];
  /** Statements that make them. */
  views: readonly string[];
  sql: string;
  asOf: { position: string } | { at: string };
  format: 'rows' | 'lines' | 'csv' | 'json' | 'parquet';
  /** Of `rows`. */
  most: { rows: number; bytes: number };
  /** Where Parquet is put before it is sent. */
  file: string;
}

/** The answer as `rows`. */
export interface SqlRows {
  columns: { name: string; type: string }[];
  rows: unknown[][];
  /** There are more. */
  more: boolean;
}

/** What it says beside its answer, a line of JSON each. */
export const sqlWord = z.discriminatedUnion('kind', [
  /** It reads: as of this position. */
  z.object({ kind: z.literal('begun'), position: z.string() }),
  /** So many rows it has read, before the last of them are in its answer. */
  z.object({ kind: z.literal('read'), rows: z.number() }),
  /** `unreadable`: a segment is gone or damaged, or was replaced by another one before it was opened. */
  z.object({
    kind: z.literal('refused'),
    why: z.enum(['oneSelect', 'outOfReach', 'hungry', 'failed', 'unreadable']),
    detail: z.string(),
  }),
]);
export type SqlWord = z.output<typeof sqlWord>;
