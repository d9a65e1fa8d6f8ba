import { Readable } from 'node:stream';
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import type { FileEntry } from './ledger.queries.ts';
import { statementCsv } from './statement-csv.ts';

const entry: FileEntry = {
  at: '2026-11-20T10:00:00.000Z',
  reason: 'adjustment',
  note: null,
  tenths: -5,
  held_tenths: 0,
  cents: 1999,
  frozen_cents: -100,
  card_cents: 1999,
  balance_tenths: 495,
  balance_held_tenths: 0,
  balance_cents: 1999,
  balance_frozen_cents: 0,
  actor_kind: 'member',
  actor_id: 'a',
  event_id: 'e',
  stream: 'account-a',
  revision: 7,
  position: '9007199254740993',
  correlation_id: 'c',
  causation_id: 'c',
  generation_id: null,
  purchase_id: null,
  payment_id: null,
};

async function* portionsOf(...portions: FileEntry[][]): AsyncGenerator<FileEntry[], void, void> {
  yield* portions;
}

async function textOf(...portions: FileEntry[][]): Promise<string> {
  let text = '';
  for await (const part of statementCsv(portionsOf(...portions))) text += part;
  return text;
}

const rowsOf = (text: string): Record<string, string>[] =>
  parse(text, { bom: true, columns: true, record_delimiter: '\r\n' });

test('is a line an entry after the headings, in whole tenths and cents', async () => {
  const text = await textOf([entry, { ...entry, revision: 8 }], [{ ...entry, revision: 9 }]);
  expect(text.startsWith('\uFEFFat,reason,note,credits,')).toBe(true);
  expect(text.endsWith('\r\n')).toBe(true);
  const rows = rowsOf(text);
  expect(rows.map(({ revision }) => revision)).toEqual(['7', '8', '9']);
  expect(rows[0]).toEqual({
    at: '2026-11-20T10:00:00.000Z',
    reason: 'adjustment',
    note: '',
    credits: '-0.5',
    held: '0.0',
    dollars: '19.99',
    frozen: '-1.00',
    card: '19.99',
    'credits balance': '49.5',
    'held balance': '0.0',
    'dollars balance': '19.99',
    'frozen balance': '0.00',
    actor: 'member',
    'actor id': 'a',
    'event id': 'e',
    stream: 'account-a',
    revision: '7',
    position: '9007199254740993',
    'correlation id': 'c',
    'causation id': 'c',
    'generation id': '',
    'purchase id': '',
    'payment id': '',
  });
});

test('has its headings though there is no entry', async () => {
  expect(rowsOf(await textOf())).toEqual([]);
  expect((await textOf()).split('\r\n')).toHaveLength(2);
});

test.each([
  ['=HYPERLINK("http://evil","x")', `'=HYPERLINK("http://evil","x")`],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['\r=1', "'\r=1"],
  ['＝1', "'＝1"],
  ['a,b;"c"\r\nd', 'a,b;"c"\r\nd'],
  ['harmless - or = in between', 'harmless - or = in between'],
])('the text %j stands there as %j', async (note, cell) => {
  expect(rowsOf(await textOf([{ ...entry, note }]))[0]).toMatchObject({ note: cell, credits: '-0.5' });
});

test.each(['two\nlines', 'two\rlines', 'two\r\nlines'])('quotes the text %j of several lines', async (note) => {
  expect(await textOf([{ ...entry, note }])).toContain(`,"${note}",`);
});

test('reads no further once nobody wants it', async () => {
  let read = 0;
  let ended = false;
  async function* endless(): AsyncGenerator<FileEntry[], void, void> {
    try {
      for (;;) {
        read += 1;
        yield Array.from({ length: 500 }, () => entry);
      }
    } finally {
      ended = true;
    }
  }
  const stream = Readable.from(statementCsv(endless()), { objectMode: false, highWaterMark: 64 * 1024 });
  for await (const _chunk of stream) break;
  expect(ended).toBe(true);
  expect(read).toBeLessThan(4);
});
