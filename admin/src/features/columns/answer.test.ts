import { describe, expect, test } from 'vitest';
import { cellText, charted } from './answer.ts';

const day = { name: 'day', type: 'DATE' };
const many = { name: 'many', type: 'BIGINT' };
const mean = { name: 'mean', type: 'DECIMAL(18,3)' };

describe('a chart', () => {
  test('has numbers along the first column that is none, in the order of time', () => {
    const rows = [
      [4, '2026-11-21', 'inf'],
      [3, '2026-11-20', '1.5'],
    ];
    expect(charted({ columns: [many, day, mean], rows })).toEqual({
      along: 'day',
      series: ['many', 'mean'],
      points: [
        { day: '2026-11-20', many: 3, mean: 1.5 },
        { day: '2026-11-21', many: 4, mean: null },
      ],
      times: [Date.UTC(2026, 10, 20), Date.UTC(2026, 10, 21)],
      left: 0,
    });
  });

  test('of numbers alone goes along the first of them', () => {
    expect(charted({ columns: [many, mean], rows: [[1, 2]] })).toMatchObject({ along: 'many', series: ['mean'] });
  });

  test('is none without numbers, and without rows', () => {
    expect(charted({ columns: [day], rows: [['2026-11-20']] })).toBeUndefined();
    expect(charted({ columns: [day, many], rows: [] })).toBeUndefined();
  });

  test('says how much it leaves out', () => {
    const rows = Array.from({ length: 250 }, (_, index) => [`${index}`, index]);
    expect(charted({ columns: [day, many], rows })).toMatchObject({ left: 50 });
  });
});

test.each([
  ['2026-11-20T10:00:00.000Z', 'TIMESTAMP', '2026-11-20 10:00:00'],
  ['2026-11-20T10:00:00.250Z', 'TIMESTAMP', '2026-11-20 10:00:00.250'],
  [{ id: 'a' }, 'JSON', '{"id":"a"}'],
  [null, 'JSON', ''],
  [false, 'BOOLEAN', 'false'],
  [0, 'BIGINT', '0'],
])('%j of %s reads %s', (value, type, text) => expect(cellText(value, type)).toBe(text));
