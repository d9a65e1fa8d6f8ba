import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { ledgerReasonLabels } from '@easel/contracts/ledger/policy';
import { type Options, stringify } from 'csv-stringify/sync';
import type { FileEntry } from './ledger.queries.ts';

/** A heading and what stands under it: a text, or a number with as many decimals as it always has. */
export type Column<Entry> =
  | readonly [heading: string, of: (entry: Entry) => string | null]
  | readonly [heading: string, of: (entry: Entry) => number, decimals: number];

export const entryColumns: readonly Column<FileEntry>[] = [
  ['at', ({ at }) => at],
  ['reason', ({ reason }) => reason],
  ['note', ({ note }) => note],
  ['credits', ({ tenths }) => tenthsToCredits(tenths), 1],
  ['held', ({ held_tenths }) => tenthsToCredits(held_tenths), 1],
  ['dollars', ({ cents }) => centsToDollars(cents), 2],
  ['frozen', ({ frozen_cents }) => centsToDollars(frozen_cents), 2],
  ['credits balance', ({ balance_tenths }) => tenthsToCredits(balance_tenths), 1],
  ['held balance', ({ balance_held_tenths }) => tenthsToCredits(balance_held_tenths), 1],
  ['dollars balance', ({ balance_cents }) => centsToDollars(balance_cents), 2],
  ['frozen balance', ({ balance_frozen_cents }) => centsToDollars(balance_frozen_cents), 2],
  ['actor', ({ actor_kind }) => actor_kind],
  ['actor id', ({ actor_id }) => actor_id],
  ['event id', ({ event_id }) => event_id],
  ['stream', ({ stream }) => stream],
  ['revision', ({ revision }) => revision, 0],
  ['position', ({ position }) => position],
  ['correlation id', ({ correlation_id }) => correlation_id],
  ['causation id', ({ causation_id }) => causation_id],
  ['generation id', ({ generation_id }) => generation_id],
  ['purchase id', ({ purchase_id }) => purchase_id],
  ['payment id', ({ payment_id }) => payment_id],
];

/** What people read; `credits` and `dollars` add up as they do with every column. */
const peoplesColumns: readonly Column<FileEntry>[] = [
  ['Date (UTC)', ({ at }) => at.slice(0, 16).replace('T', ' ')],
  ['What', ({ reason }) => ledgerReasonLabels[reason]],
  ['Note', ({ note }) => note],
  ['Credits', ({ tenths }) => tenthsToCredits(tenths), 1],
  ['Dollars', ({ cents }) => centsToDollars(cents), 2],
  ['Credits afterwards', ({ balance_tenths }) => tenthsToCredits(balance_tenths), 1],
  ['Wallet afterwards', ({ balance_cents }) => centsToDollars(balance_cents), 2],
];

const optionsOf = (columns: readonly Column<never>[]): Options => ({
  record_delimiter: 'windows',
  // A text that a spreadsheet would take for a formula gets an apostrophe before it; a number may begin with its sign.
  escape_formulas: true,
  cast: { number: (value, { column }) => value.toFixed(columns[Number(column)]?.[2] ?? 0) },
});

/**
 * The text of a file for spreadsheets, portion by portion: RFC 4180, in UTF-8 that says so by its mark, without which
 * spreadsheets guess another code. There is a line for each entry and none for totals, so that each column of what moved
 * adds up: over a whole statement to the balance columns of its last line, over a part of it to what that part moved.
 */
export const statementCsv = (
  portions: AsyncIterable<readonly FileEntry[]>,
  lines: 'entry' | 'picture' = 'entry',
): AsyncGenerator<string, void, void> => entriesCsv(lines === 'entry' ? entryColumns : peoplesColumns, portions);

export async function* entriesCsv<Entry>(
  columns: readonly Column<Entry>[],
  portions: AsyncIterable<readonly Entry[]>,
): AsyncGenerator<string, void, void> {
  const options = optionsOf(columns);
  yield stringify([columns.map(([heading]) => heading)], { ...options, bom: true });
  for await (const portion of portions) {
    yield stringify(
      portion.map((entry) => columns.map(([, of]) => of(entry))),
      options,
    );
  }
}
