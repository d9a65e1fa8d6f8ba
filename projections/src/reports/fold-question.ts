import * as z from 'zod/mini';

/**
 * The first line of what the child that makes a report is given; the second tells as of which fact, all others are
 * facts.
 */
export interface FoldQuestion {
  /** The address of the file with the report's code. */
  code: string;
  /** What its code may import beside itself: what stands beneath these addresses. */
  within: readonly string[];
  parameters: Readonly<Record<string, string>>;
  /** Instead of its table, the facts behind this. */
  figure?: Figure | undefined;
}

/** One figure of a table: its row as `rowKey` names it, its column as `columnLabel` does. */
export interface Figure {
  row: string;
  column: string;
}

/** What it says beside its answer, a line of JSON each. */
export const foldWord = z.discriminatedUnion('kind', [
  /** It waits for the facts of these types. `codeHash`: of all that its code is made of. */
  z.object({
    kind: z.literal('ready'),
    filter: z.array(z.string()),
    parameters: z.record(z.string(), z.json()),
    codeHash: z.string(),
  }),
  z.object({ kind: z.literal('at'), position: z.string() }),
  z.object({ kind: z.literal('refused'), why: z.enum(['parameters', 'outOfReach', 'failed']), detail: z.string() }),
]);
export type FoldWord = z.output<typeof foldWord>;
export type FoldReady = Extract<FoldWord, { kind: 'ready' }>;
