import { type Options, stringify } from 'csv-stringify/sync';

/** A heading and what stands under it: a text, or a number with as many decimals as it always has. */
export type Column<Entry> =
  | readonly [heading: string, of: (entry: Entry) => string | null]
  | readonly [heading: string, of: (entry: Entry) => number, decimals: number];

/** How every CSV file of ours is written. */
export const spreadsheetCsv = {
  record_delimiter: 'windows',
  // Without it, a text of several lines is quoted only where its lines end as rows do.
  quote_record_delimiter: true,
  // A text that a spreadsheet would take for a formula gets an apostrophe before it; a number may begin with its sign.
  escape_formulas: true,
} as const satisfies Options;

const optionsOf = (columns: readonly Column<never>[]): Options => ({
  ...spreadsheetCsv,
  cast: { number: (value, { column }) => value.toFixed(columns[Number(column)]?.[2] ?? 0) },
});

/**
 * The text of a file for spreadsheets, portion by portion: RFC 4180, in UTF-8 that says so by its mark, without which
 * spreadsheets guess another code.
 */
export async function* csvOf<Entry>(
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
