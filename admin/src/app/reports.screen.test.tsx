import { type FigureFound, reportsHttp, type WholeRun } from '@easel/contracts/reports/http';
import { reportProblems } from '@easel/contracts/reports/problems';
import { render, screen, within } from '@testing-library/react';
import { MemoryRouter, Navigate, Route, Routes } from 'react-router';
import { describe, expect, test } from 'vitest';
import FactsPage from '../features/reports/facts-page.tsx';
import ReportPage from '../features/reports/report-page.tsx';
import { WaitingCard } from '../features/reports/waiting-card.tsx';
import { RunTable } from '../features/reports/run-table.tsx';
import { shortId } from '../ui/shorten-id.ts';
import { button, field, server, show, withFakeServer } from './testing/screen.tsx';

withFakeServer('analyst');

const id = 'f81d4fae-7dec-41d0-8765-00a0c91e6bf6';
const words = ['2026-11', 'real', 'free'];
const figure: FigureFound = {
  words,
  column: { name: 'top-ups', unit: 'cents' },
  cell: 3_500,
  now: 3_500,
  same_code: true,
  count: 2,
  facts: [
    { position: '41', type: 'WalletToppedUp', stream: 'account-1', at: '2026-11-20T10:00:00.000Z', moved: 4_000 },
    { position: '57', type: 'WalletRefunded', stream: 'account-1', at: '2026-11-21T10:00:00.000Z', moved: -500 },
  ],
};
const found = (changes: Partial<FigureFound> = {}) =>
  server.reply(reportsHttp.facts, { success: true, figure: { ...figure, ...changes } });

const address = `/reports/revenue/${id}/facts?${new URLSearchParams({ row: JSON.stringify(words), column: 'top-ups (cents)' }).toString()}`;
const open = () =>
  show(
    <Routes>
      <Route path="/" element={<Navigate to={address} />} />
      <Route path="/reports/:report/:run/facts" element={<FactsPage />} />
    </Routes>,
  );

describe('the facts behind a figure', () => {
  test('are listed with what each has added, and lead to their events', async () => {
    found();
    open();
    await screen.findByRole('heading', { name: '2026-11, real, free, top-ups: $35.00' });
    expect(server.callsOf(reportsHttp.facts)[0]?.query).toEqual({
      row: '["2026-11","real","free"]',
      column: 'top-ups (cents)',
    });
    const [, first, second] = screen.getAllByRole('row');
    expect(first?.textContent).toMatch(/WalletToppedUp\+\$40\.002026-11-20 10:00:00/);
    expect(second?.textContent).toContain('-$5.00');
    const link = within(first as HTMLElement).getByRole('link', { name: 'WalletToppedUp' });
    expect(link.getAttribute('href')).toBe('/events/41/show');
    expect(screen.getByRole('link', { name: 'All figures of this run' }).getAttribute('href')).toBe(
      `/reports/revenue/${id}`,
    );
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('of a percentile are those that it is of, without a sum', async () => {
    const [first] = figure.facts;
    found({
      column: { name: 'LCP p75', unit: 'ms' },
      cell: 900,
      now: 900,
      count: 1,
      facts: [{ ...first!, moved: null }],
    });
    open();
    expect(await screen.findByText('One fact. These are the facts that it is of.')).toBeTruthy();
    expect(screen.queryByRole('columnheader', { name: 'Added' })).toBeNull();
  });

  test('may be none, or more than are listed', async () => {
    found({ cell: 0, now: 0, count: 0, facts: [] });
    open();
    expect(await screen.findByText('No fact has moved it.')).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });

  test('are the first ones where there are too many', async () => {
    found({ count: 1_234 });
    open();
    expect(await screen.findByText(/^The first 2 of 1,234 facts\./)).toBeTruthy();
  });

  test.each([
    [{ same_code: false }, /no longer that of the run\. The figure is the same/],
    [{ same_code: false, now: 3_600 }, /no longer that of the run\. The figure comes to \$36\.00 now/],
    [{ now: 3_400 }, /Facts are gone .* The figure comes to \$34\.00 now/],
  ])('say where the figure is another by now: %j', async (changes, text) => {
    found(changes);
    open();
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
  });

  test('are told in words where they take too long, and can be asked for again', async () => {
    server.refuse(reportsHttp.facts, reportProblems.factsSlow);
    const user = open();
    expect((await screen.findByRole('alert')).textContent).toContain(reportProblems.factsSlow.message);
    found();
    await user.click(button('Try again'));
    await screen.findByRole('heading', { name: /\$35\.00/ });
  });

  test('are of a figure that there is', async () => {
    server.refuse(reportsHttp.facts, reportProblems.noFigure);
    open();
    await screen.findByRole('heading', { name: reportProblems.noFigure.message });
  });

  test('are waited for in words', () => {
    server.hold(reportsHttp.facts);
    open();
    expect(screen.getByRole('status').textContent).toContain('The report is made again');
  });
});

test('every figure of a run leads to its facts, and words to nothing', () => {
  const table = {
    columns: [
      { name: 'month', unit: 'month' as const },
      { name: 'plans', unit: 'cents' as const },
      { name: 'paid', unit: 'percent' as const },
    ],
    rows: [['2026-11', 999, null]],
  };
  show(<RunTable run={{ id, report: 'revenue' } as WholeRun} table={table} />);
  const links = screen.getAllByRole('link');
  expect(links.map((link) => link.textContent)).toEqual(['$9.99']);
  const [path, query] = links[0]?.getAttribute('href')?.split('?') ?? [];
  expect(path).toBe(`/reports/revenue/${id}/facts`);
  expect(Object.fromEntries(new URLSearchParams(query))).toEqual({ row: '["2026-11"]', column: 'plans (cents)' });
});

test('two runs are compared from the earlier to the later, whichever of them is open', () => {
  const columns = [
    { name: 'month', unit: 'month' as const },
    { name: 'plans', unit: 'cents' as const },
  ];
  const made = (position: string, rows: (string | number)[][]) => ({
    run: { id: `run-${position}`, report: 'revenue', position, requested_at: '' } as WholeRun,
    table: { columns, rows },
  });
  const earlier = made('9', [
    ['2026-09', 500],
    ['2026-10', 1_000],
  ]);
  const later = made('10', [
    ['2026-10', 1_500],
    ['2026-11', 999],
  ]);
  for (const [open, other] of [
    [later, earlier],
    [earlier, later],
  ] as const) {
    const { unmount } = render(
      <MemoryRouter>
        <RunTable {...open} other={other} />
      </MemoryRouter>,
    );
    const [, ...rows] = screen.getAllByRole('row');
    expect(rows.map((row) => row.textContent)).toEqual([
      '2026-09–was $5.00, not in the later run',
      '2026-10$15.00was $10.00, +$5.00 (+50 %)',
      '2026-11$9.99new',
    ]);
    expect(screen.getByRole('link', { name: '$15.00' }).getAttribute('href')).toContain('/reports/revenue/run-10/');
    unmount();
  }
});

test('prices are asked for in dollars and credits, and sent as they are typed', async () => {
  const price = { description: 'a month', fallback: 'as it was' };
  const parameters = [
    { ...price, name: 'creator', title: 'Creator plan', unit: 'cents' as const },
    { ...price, name: 'credits_1K', title: '1K image', unit: 'tenths' as const },
    { name: 'from', title: null, description: '', unit: null, fallback: null },
  ];
  server.reply(reportsHttp.list, { success: true, reports: [{ name: 'prices', answers: 'What if', parameters }] });
  server.reply(reportsHttp.runs, { success: true, runs: [] });
  server.reply(reportsHttp.schedules, { success: true, schedules: [] });
  server.reply(reportsHttp.request, { success: true });
  const user = show(
    <Routes>
      <Route path="/" element={<Navigate to="/reports/prices" />} />
      <Route path="/reports/:report" element={<ReportPage />} />
      <Route path="*" element={null} />
    </Routes>,
  );
  const creator = (await screen.findByRole('textbox', { name: 'Creator plan' })) as HTMLInputElement;
  expect(creator.placeholder).toBe('as it was');
  await user.type(creator, '24.99');
  await user.type(field('1K image'), '7.5');
  expect(field('from')).toBeTruthy();
  await user.click(button('Make report'));
  expect(server.callsOf(reportsHttp.request)[0]?.body).toEqual({
    report: 'prices',
    parameters: { creator: '24.99', credits_1K: '7.5' },
  });
});

test('a run whose process has died says which attempt comes next, and when', () => {
  const interrupted = { attempts: 1, of: 5, message: 'It died', retry_at: '2026-12-01T00:00:05.000Z' };
  show(<WaitingCard run={{ id, progress: null, interrupted } as WholeRun} />);
  expect(screen.getByRole('alert').textContent).toMatch(
    /^It died\. It is made again by itself: attempt 2 of 5, .*2026/,
  );
});

describe('the facts behind a figure of the assistant', () => {
  const stream = `conversation-${id}`;
  const unanswered = () => {
    found({
      words: ['2026-11', '(no answer)'],
      column: { name: 'without an answer', unit: 'count' },
      cell: 1,
      now: 1,
      count: 1,
      facts: [
        { position: '41', type: 'ConversationMessageRecorded', stream, at: '2026-11-20T10:00:00.000Z', moved: 1 },
      ],
    });
    open();
  };

  test('lead to no conversation whoever may not read it', async () => {
    unanswered();
    await screen.findByRole('link', { name: 'ConversationMessageRecorded' });
    expect(screen.getByText(shortId(stream))).toBeTruthy();
    expect(screen.queryByRole('link', { name: shortId(stream) })).toBeNull();
  });

  describe('for an admin', () => {
    withFakeServer('admin');

    test('lead to their conversations', async () => {
      unanswered();
      const link = await screen.findByRole('link', { name: shortId(stream) });
      expect(link.getAttribute('href')).toBe(`/conversations/${id}/show`);
    });
  });
});
