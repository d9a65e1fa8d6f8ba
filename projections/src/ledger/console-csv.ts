import { type Column, entriesCsv, entryColumns } from './statement-csv.ts';
import type { ConsoleFileEntry } from './console-statements.ts';

const columns: readonly Column<ConsoleFileEntry>[] = [
  ['member id', ({ member_id }) => member_id],
  ...entryColumns,
  ['unit', ({ unit }) => unit],
  ['actor role', ({ actor_role }) => actor_role],
];

/** As a member's statement, of many members. */
export const consoleCsv = (portions: AsyncIterable<readonly ConsoleFileEntry[]>): AsyncGenerator<string, void, void> =>
  entriesCsv(columns, portions);
