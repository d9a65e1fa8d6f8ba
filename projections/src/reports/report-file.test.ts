import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { asyncBufferFromFile, parquetReadObjects } from 'hyparquet';
import { compressors } from 'hyparquet-compressors';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SqlRunner } from '../columns/run-sql.ts';
import { keepColumns } from '../columns/testing/columns.ts';
import { GenerationStory } from '../testing/generations.ts';
import { Recorder } from '../testing/recorded.ts';
import type { Table } from './report.ts';
import { csvOf, parquetOf } from './report-file.ts';

const table: Table = {
  columns: [
    { name: 'kind', unit: 'text' },
    { name: 'paid', unit: 'count' },
    { name: 'paid', unit: 'percent' },
    { name: 'charged', unit: 'tenths' },
    { name: 'last', unit: 'day' },
  ],
  rows: [
    ["=it's", 3, 12.5, -7, '2026-11-20'],
    ['other', 0, null, 9_007_199_254_740_991, null],
  ],
};

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-report-file-'));
  await keepColumns(folder, new GenerationStory(new Recorder(), randomUUID()).whole({}));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('as CSV names units, and takes no text for a formula', () => {
  expect(parse(csvOf(table), { bom: true })).toEqual([
    ['kind', 'paid', 'paid (%)', 'charged (tenths of a credit)', 'last'],
    ["'=it's", '3', '12.5', '-7', '2026-11-20'],
    ['other', '0', '', '9007199254740991', ''],
  ]);
});

test('quotes a text of two lines in CSV', () => {
  expect(csvOf({ ...table, rows: [['two\nlines', 1, null, 0, null]] })).toContain('\r\n"two\nlines",1,,0,\r\n');
});

test.each([
  ['its rows', table],
  ['none', { ...table, rows: [] }],
])('as Parquet has %s, read by another library', async (_, { columns, rows }) => {
  const file = join(folder, 'report.parquet');
  const bytes = await parquetOf({ columns, rows }, new SqlRunner(folder));
  writeFileSync(file, Buffer.concat(await Array.fromAsync(bytes)));
  const read = await parquetReadObjects({ file: await asyncBufferFromFile(file), compressors });
  expect(read.map((row) => Object.values(row))).toEqual(
    rows.map(([kind, paid, share, charged, last]) => [
      kind,
      BigInt(paid!),
      share,
      BigInt(charged!),
      typeof last === 'string' ? new Date(last) : null,
    ]),
  );
});
