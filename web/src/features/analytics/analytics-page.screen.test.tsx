import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { problems } from '@easel/contracts/kernel/problem';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { screen, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { button, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { AnalyticsPage } from './analytics-page.tsx';

withFakeServer();
beforeEach(signIn);

const NOTHING = {
  totalGenerations: 0,
  inTrash: 0,
  thisMonth: 0,
  completedGenerations: 0,
  failedGenerations: 0,
  successRate: 0,
  totalDownloads: 0,
};
const day = (date: string, total = 0, completed = 0, failed = 0) => ({
  date,
  total,
  completed,
  failed,
  creditsSpent: 0,
  creditsEarned: 0,
  centsEarned: 0,
});

function answers({
  overview = NOTHING,
  series = [day('2026-11-27'), day('2026-11-28')],
  quality = { averageMegapixels: null, resolutions: [] },
  analytics = [],
}: {
  overview?: typeof NOTHING;
  series?: ReturnType<typeof day>[];
  quality?: { averageMegapixels: number | null; resolutions: { resolution: string; images: number }[] };
  analytics?: { event_type: string; generation_id: string | null; timestamp: string }[];
} = {}): void {
  server.reply(dashboardHttp.overview, { success: true, dashboard: { overview } });
  server.reply(telemetryHttp.generations, { success: true, series, quality });
  server.reply(dashboardHttp.activity, { success: true, analytics, total: analytics.length });
}

const onOpenImage = vi.fn<(id: string) => void>();
const open = (at = '/analytics') => show(<AnalyticsPage onOpenImage={onOpenImage} />, { at });
/** All of it has come. */
const loaded = () => vi.waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
const region = (name: string) => screen.findByRole('region', { name });
const figure = async (name: string): Promise<string | undefined> =>
  (await screen.findByText(name, { selector: 'dt' })).nextElementSibling?.textContent ?? undefined;

test('who has made nothing yet is told so in each part', async () => {
  answers();
  open();
  await loaded();
  expect(within(await region('Generation Trends')).getByText('No data available yet')).toBeTruthy();
  expect(within(await region('Credits and Earnings')).getByText('No data available yet')).toBeTruthy();
  expect(within(await region('Quality Distribution')).getByText('No data available yet')).toBeTruthy();
  expect(within(await region('Recent Activity')).getByText('No activity yet')).toBeTruthy();
  expect(await figure('Total Generations')).toBe('0');
  expect(await figure('Success Rate')).toBe('0 %');
  expect(await figure('Average Quality')).toBe('0 MP');
  expect(await figure('Downloads')).toBe('0');
  expect(screen.queryByRole('table', { hidden: true })).toBeNull();
});

test('what was made is told by figures, and by a table behind each chart', async () => {
  answers({
    overview: {
      totalGenerations: 1204,
      inTrash: 12,
      thisMonth: 9,
      completedGenerations: 1310,
      failedGenerations: 73,
      successRate: 94.7,
      totalDownloads: 31,
    },
    series: [day('2026-11-26', 3, 2, 1), day('2026-11-27'), day('2026-11-28', 1, 1)],
    quality: {
      averageMegapixels: 3.1,
      resolutions: [
        { resolution: '1K', images: 1 },
        { resolution: '2K', images: 3 },
      ],
    },
  });
  open();
  await loaded();
  expect(await figure('Total Generations')).toBe('1,204');
  expect(screen.getByText('12 in the trash')).toBeTruthy();
  expect(screen.getByText('73 failed')).toBeTruthy();
  expect(await figure('Success Rate')).toBe('94.7 %');
  expect(await figure('Average Quality')).toBe('3.1 MP');
  expect(await figure('Downloads')).toBe('31');
  const rowsOf = async (name: string): Promise<string[][]> =>
    within(await region(name))
      .getAllByRole('row', { hidden: true })
      .map((row) => Array.from(row.children, (cell) => cell.textContent ?? ''));
  expect(await rowsOf('Generation Trends')).toEqual([
    ['Day', 'Requested', 'Completed', 'Failed'],
    ['Sat, Nov 28, 2026', '1', '1', '0'],
    ['Thu, Nov 26, 2026', '3', '2', '1'],
  ]);
  expect(await rowsOf('Quality Distribution')).toEqual([
    ['Resolution', 'Images', 'Share'],
    ['1K', '1', '25 %'],
    ['2K', '3', '75 %'],
  ]);
});

test('what pictures took and sales and challenges brought is summed, and told by the day', async () => {
  answers({
    series: [
      { ...day('2026-11-26', 1, 1), creditsSpent: 10, creditsEarned: 1.5, centsEarned: 250 },
      day('2026-11-27'),
      { ...day('2026-11-28'), centsEarned: -50 },
    ],
  });
  open();
  await loaded();
  const panel = within(await region('Credits and Earnings'));
  expect(
    panel.getByText('Your pictures took 10 credits. Sales and challenges brought you 1.5 credits and $2.00.'),
  ).toBeTruthy();
  const rows = panel.getAllByRole('row', { hidden: true });
  expect(rows.map((row) => Array.from(row.children, (cell) => cell.textContent))).toEqual([
    ['Day', 'Credits spent', 'Credits earned', 'Dollars earned'],
    ['Sat, Nov 28, 2026', '0', '0', '-$0.50'],
    ['Thu, Nov 26, 2026', '10', '1.5', '$2.50'],
  ]);
});

test('what was done last leads to its picture', async () => {
  const timestamp = '2026-11-28T10:00:00.000Z';
  answers({
    analytics: [
      { event_type: 'image_download', generation_id: 'fox', timestamp },
      { event_type: 'image_share', generation_id: 'owl', timestamp },
    ],
  });
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Shared a picture' }));
  expect(onOpenImage).toHaveBeenCalledWith('owl');
  expect(button('Downloaded a picture')).toBeTruthy();
});

test('the address says of how many days', async () => {
  answers();
  const user = open('/analytics?days=7');
  expect((await screen.findByRole('link', { name: '7 days' })).getAttribute('aria-current')).toBe('page');
  await user.click(screen.getByRole('link', { name: '90 days' }));
  await vi.waitFor(() =>
    expect(server.callsOf(telemetryHttp.generations).map(({ query }) => query)).toEqual([
      { days: '7' },
      { days: '90' },
    ]),
  );
});

test('an address that asks for anything else is answered as usual', async () => {
  answers();
  open('/analytics?days=12000');
  await region('Generation Trends');
  await vi.waitFor(() =>
    expect(server.callsOf(telemetryHttp.generations).map(({ query }) => query)).toEqual([{ days: '30' }]),
  );
});

test('where the figures cannot be had it says so, and asks again', async () => {
  answers();
  server.refuse(telemetryHttp.generations, problems.conflict);
  const user = open();
  expect(await screen.findByText('Failed to load your analytics')).toBeTruthy();
  answers();
  await user.click(button('Try again'));
  expect(await screen.findAllByText('No data available yet')).toHaveLength(3);
});
