import { expect, test } from 'vitest';
import { exportName } from './export-name.ts';

const at = new Date('2026-11-29T13:00:00.000Z');

test.each([
  [{}, 'easel-ledger-2026-11-29.csv'],
  [{ member: 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6' }, 'easel-ledger-member-f81d4fae-2026-11-29.csv'],
  [
    { from: '2026-11-01T00:00:00.000Z', to: '2026-11-08T00:00:00.000Z' },
    'easel-ledger-from-2026-11-01-to-2026-11-08-made-2026-11-29.csv',
  ],
  [{ reason: ['refund'], q: 'Ada' }, 'easel-ledger-filtered-2026-11-29.csv'],
  [{ from: '2026-01', to: undefined, q: undefined }, 'easel-ledger-from-2026-01-made-2026-11-29.csv'],
  [{ from: '"; x=\r\n' }, 'easel-ledger-made-2026-11-29.csv'],
])('names a file by what it holds, what it is narrowed to and its day: %j', (narrowedBy, name) => {
  expect(exportName({ product: 'easel', what: 'ledger', narrowedBy, at, format: 'csv' })).toBe(name);
});

test('names the position that a report was made as of', () => {
  expect(exportName({ product: 'easel', what: 'revenue', asOf: '123', at, format: 'json' })).toBe(
    'easel-revenue-as-of-123-2026-11-29.json',
  );
});
