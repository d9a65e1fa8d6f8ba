import { problems } from '@easel/contracts/kernel/problem';
import { overviewHttp } from '@easel/contracts/operations/overview.http';
import { revenueHttp } from '@easel/contracts/revenue/http';
import { telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import { journeysHttp } from '@easel/contracts/telemetry/journeys.http';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import AnalyticsPage from '../features/analytics/analytics-page.tsx';
import { server, show, withFakeServer } from './testing/screen.tsx';

withFakeServer('analyst');

const range = { success: true, from: '2026-11-27', to: '2026-11-28' } as const;
const none = {
  visits: 0,
  registered: 0,
  purchases: 0,
  orders: 0,
  orders_paid: 0,
  shipped: 0,
  requested: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  granted: 0,
  held: 0,
  captured: 0,
  released: 0,
};
const today = { ...none, visits: 40, registered: 4, requested: 9, purchases: 2 };
const nothing = { plans: 0, top_ups: 0, purchases: 0, prints: 0, returned: 0, test: 0, print_costs: 0 };

beforeEach(() => {
  const days = [
    { ...none, day: '2026-11-27', visits: 2 },
    { ...today, day: '2026-11-28' },
  ];
  server.reply(overviewHttp.overview, { ...range, at: '2026-11-28T10:00:00.000Z', today, days });
  server.reply(revenueHttp.days, {
    ...range,
    days: [
      { day: '2026-11-27', ...nothing, returned: 250 },
      { day: '2026-11-28', ...nothing, plans: 2000, top_ups: 1500, prints: 4399, test: 900, print_costs: 1810 },
    ],
  });
  server.reply(journeysHttp.funnel, { ...range, visits: 42, registered: 4, pictured: 3, bought: 1 });
  server.reply(journeysHttp.cohorts, {
    ...range,
    cohorts: [
      { week: '2026-11-16', members: 4, active: [3, 1] },
      { week: '2026-11-23', members: 0, active: [0] },
    ],
  });
  server.reply(telemetryConsoleHttp.landings, {
    ...range,
    landings: [{ landing: '/image/:id', referrer_host: null, visits: 40, registered: 4 }],
  });
});

const rowsOf = async (name: string): Promise<string[][]> => {
  const table = await screen.findByRole('region', { name });
  return within(table)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('th, td')].map(({ textContent }) => textContent.replace('\u00a0', ' ')));
};

test('days are summed, money in dollars, and figures lead to their reports', async () => {
  show(<AnalyticsPage />);
  const all = within(await screen.findByRole('list', { name: 'In all' }));
  expect(await all.findByRole('link', { name: /Net revenue \$76\.49/ })).toHaveProperty(
    'href',
    expect.stringMatching(/\/reports\/revenue$/),
  );
  expect(await all.findByRole('link', { name: /Visits 42/ })).toBeTruthy();
});

test('the funnel, the cohorts and the landings are tables', async () => {
  show(<AnalyticsPage />);
  expect((await rowsOf('Table from landing to purchase')).map((row) => row.slice(0, 3))).toEqual([
    ['Visits', '42', ''],
    ['Registered', '4', '9.5 %'],
    ['First picture', '3', '75 %'],
    ['First purchase', '1', '33.3 %'],
  ]);
  expect(await rowsOf('Table of who comes again')).toEqual([
    ['Nov 23', '0', '–', ''],
    ['Nov 16', '4', '75 %', '25 %'],
  ]);
  expect(await rowsOf('Table of where visits began')).toEqual([['/image/:id', 'no other site', '40', '4', '10 %']]);
});

test('a part that cannot be read says so in its place, and the others stand', async () => {
  server.refuse(journeysHttp.funnel, problems.unavailable);
  show(<AnalyticsPage />);
  const funnel = within(await screen.findByRole('region', { name: 'From landing to purchase' }));
  expect((await funnel.findByRole('alert')).textContent).toContain(problems.unavailable.message);
  expect(await rowsOf('Table of who comes again')).toHaveLength(2);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
});

test('where nothing was, words say so', async () => {
  server.reply(journeysHttp.funnel, { ...range, visits: 0, registered: 0, pictured: 0, bought: 0 });
  server.reply(journeysHttp.cohorts, { ...range, cohorts: [{ week: '2026-11-23', members: 0, active: [0] }] });
  server.reply(telemetryConsoleHttp.landings, { ...range, landings: [] });
  server.reply(revenueHttp.days, { ...range, days: [{ day: '2026-11-28', ...nothing }] });
  show(<AnalyticsPage />);
  for (const text of [
    'Nobody came on these days.',
    'Nobody registered on these days.',
    'No visit began on these days.',
    'No money came in on these days.',
  ]) {
    expect(await screen.findByText(text)).toBeTruthy();
  }
});

test('the table behind money tells what went back, what is left, what printing cost and what was only tested', async () => {
  const user = show(<AnalyticsPage />);
  const group = within(await screen.findByRole('group', { name: 'Show revenue by day as' }));
  await user.click(group.getByRole('button', { name: 'Table' }));
  expect(await rowsOf('Table of revenue by day')).toEqual([
    ['Sat, Nov 28', '$20.00', '$15.00', '$0.00', '$43.99', '$0.00', '$78.99', '$18.10', '$9.00'],
    ['Fri, Nov 27', '$0.00', '$0.00', '$0.00', '$0.00', '$2.50', '-$2.50', '$0.00', '$0.00'],
  ]);
});

test('shows no figures of the days that were chosen before', async () => {
  const user = show(<AnalyticsPage />);
  await rowsOf('Table from landing to purchase');
  for (const held of [overviewHttp.overview, revenueHttp.days, journeysHttp.funnel, journeysHttp.cohorts]) {
    server.hold(held);
  }
  server.hold(telemetryConsoleHttp.landings);
  await user.click(screen.getByRole('link', { name: '7 days' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Table/ })).toBeNull());
  expect(screen.queryByText('$32.50')).toBeNull();
});
