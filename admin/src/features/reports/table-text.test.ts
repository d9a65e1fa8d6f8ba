import type { ReportTable } from '@easel/contracts/reports/http';
import { expect, test } from 'vitest';
import { cellText, otherCells, seriesOf, unitsDrawn } from './table-text.ts';

const table: ReportTable = {
  columns: [
    { name: 'month', unit: 'month' },
    { name: 'tier', unit: 'text' },
    { name: 'plans', unit: 'cents' },
    { name: 'buyers', unit: 'count' },
  ],
  rows: [
    ['2026-10', 'plus', 999, 1],
    ['2026-10', 'free', 0, 0],
    ['2026-11', 'plus', 1998, 2],
  ],
};

test.each([
  [123_456, 'cents', '$1,234.56'],
  [-125, 'tenths', '-12.5'],
  [1_500, 'ms', '1.5 s'],
  [172_800_000, 'ms', '2 days'],
  [40, 'ms', '40 ms'],
  [null, 'percent', '–'],
  ['2026-11', 'month', '2026-11'],
] as const)('%s of %s reads %s', (cell, unit, text) => {
  expect(cellText(cell, unit)).toBe(text);
});

test('what several rows of one month have is drawn together, in the unit that people read', () => {
  expect(unitsDrawn(table)).toEqual(['cents', 'count']);
  expect(seriesOf(table, 'cents')).toEqual({
    along: 'month',
    series: ['plans'],
    points: [
      { month: '2026-10', plans: 9.99 },
      { month: '2026-11', plans: 19.98 },
    ],
  });
});

test('sums a chart in whole cents, without test payments', () => {
  const revenue: ReportTable = {
    columns: [
      { name: 'month', unit: 'month' },
      { name: 'kind', unit: 'text' },
      { name: 'net', unit: 'cents' },
    ],
    rows: [
      ['2026-11', 'real', 3_999],
      ['2026-11', 'real', 51_993],
      ['2026-11', 'real', -1],
      ['2026-11', 'test', 9_000],
    ],
  };
  expect(seriesOf(revenue, 'cents').points).toEqual([{ month: '2026-11', net: 559.91 }]);
});

test('two tables are compared row by row, by what a row is about', () => {
  const other = { ...table, rows: [['2026-11', 'plus', 999, 1]] };
  expect(otherCells(table, other)).toEqual([undefined, undefined, ['2026-11', 'plus', 999, 1]]);
});

test('what does not go along months is not drawn, and a later day is the same row', () => {
  const searches: ReportTable = {
    columns: [
      { name: 'words', unit: 'text' },
      { name: 'without a hit', unit: 'count' },
      { name: 'last searched', unit: 'day' },
    ],
    rows: [['dragon', 3, '2026-11-20']],
  };
  expect(unitsDrawn(searches)).toEqual([]);
  const later = { ...searches, rows: [['dragon', 4, '2026-11-21']] };
  expect(otherCells(searches, later)).toEqual(later.rows);
});
