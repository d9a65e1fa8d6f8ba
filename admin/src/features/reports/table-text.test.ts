import type { ReportTable } from '@easel/contracts/reports/http';
import { expect, test } from 'vitest';
import { cellText, changeText, inOrder, joinRows, seriesOf, unitsDrawn } from './table-text.ts';

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
    times: [Date.UTC(2026, 9), Date.UTC(2026, 10)],
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

test('two runs are joined with the rows of either alone, their months in order', () => {
  const [october, free, november] = table.rows;
  const earlier = { ...table, rows: [['2026-09', 'plus', 500, 1], october!, free!] };
  const later = { ...table, rows: [november!, ['2026-10', 'plus', 1_500, 2], free!] };
  expect(joinRows(earlier, later)).toEqual([
    { earlier: ['2026-09', 'plus', 500, 1], later: undefined },
    { earlier: free, later: free },
    { earlier: october, later: ['2026-10', 'plus', 1_500, 2] },
    { earlier: undefined, later: november },
  ]);
});

test('rows without months keep the order of the later run, and columns are found by their names', () => {
  const [words, hits] = [
    { name: 'words', unit: 'text' as const },
    { name: 'hits', unit: 'count' as const },
  ];
  const earlier = {
    columns: [hits, words],
    rows: [
      [1, 'cat'],
      [2, 'dog'],
    ],
  };
  const later = {
    columns: [words, hits],
    rows: [
      ['owl', 9],
      ['dog', 3],
    ],
  };
  expect(joinRows(earlier, later)).toEqual([
    { earlier: undefined, later: ['owl', 9] },
    { earlier: ['dog', 2], later: ['dog', 3] },
    { earlier: ['cat', 1], later: undefined },
  ]);
});

test('of two runs, the one as of the earlier position comes first, beyond what a number holds', () => {
  const requested_at = '2026-11-28T10:00:00.000Z';
  const [early, late] = [
    { position: '9007199254740992', requested_at },
    { position: '9007199254740993', requested_at },
  ];
  expect(inOrder(early, late)).toEqual([early, late]);
  expect(inOrder(late, early)).toEqual([early, late]);
});

test.each([
  [1_000, 1_500, 'cents', '+$5.00 (+50 %)'],
  [-4, -6, 'count', '-2 (-50 %)'],
  [0, 3, 'count', '+3'],
  [12.5, 10, 'percent', '-2.5 points'],
  [null, 3, 'count', undefined],
  ['2026-11-20', '2026-11-21', 'day', undefined],
] as const)('from %s to %s of %s is a change of %s', (before, after, unit, text) => {
  expect(changeText(before, after, unit)).toBe(text);
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
  expect(joinRows(searches, later)).toEqual([{ earlier: searches.rows[0], later: later.rows[0] }]);
});
