import { csvOf, type Column } from '@easel/kernel/files/csv';
import type { ConsoleFileEntry } from './console-statements.ts';
import { entryColumns } from './statement-csv.ts';

const columns: readonly Column<ConsoleFileEntry>[] = [
  ['member id', ({ member_id }) => member_id],
  ...entryColumns,
  ['unit', ({ unit }) => unit],
  ['actor role', ({ actor_role }) => actor_role],
];

/** As a member's statement, of many members. */
export const consoleCsv = (portions: AsyncIterable<readonly ConsoleFileEntry[]>): AsyncGenerator<string, void, void> =>
  csvOf(columns, portions);
