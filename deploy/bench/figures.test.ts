import { expect, test } from 'vitest';
import { pageOf, worseThan } from './figures.ts';
import type { BenchRow } from './row.ts';

const row = (what: string, ratio: number, ours = `${ratio}`): BenchRow => ({ what, bare: '1', ours, ratio, goal: 0.9 });

test('reports rows that are more than 10 % worse, and none that are slightly worse or better', () => {
  const committed = [row('reads', 1), row('writes', 1), row('lists (3 slow)', 1)];
  const rows = [row('reads', 0.89), row('writes', 0.91), row('lists (7 slow)', 1.3)];
  expect(worseThan(committed, rows)).toEqual(['worse: reads: 1 (1.00) → 0.89 (0.89)']);
});

test('reports a row that is no longer measured', () => {
  expect(worseThan([row('reads', 1)], [])).toEqual(['no longer measured: reads']);
});

test('shows the figures of a bench with those of the earlier build and the goals that are not met', () => {
  const page = pageOf({
    search: {
      measuredOn: '2026-11-30',
      machine: 'a machine',
      rows: [row('a rare word', 0.5, '2/s'), row('a new row', 1)],
      before: [row('a rare word', 0.25, '1/s')],
    },
  });
  expect(page).toContain('## search\n\n`npm run bench -- search`, 2026-11-30, a machine\n');
  expect(page).toContain('| a rare word | 1 | 2/s | 0.50 | 0.90, not met | 0.25 (1/s) |');
  expect(page).toContain('| a new row | 1 | 1 | 1.00 | 0.90 |  |');
});
