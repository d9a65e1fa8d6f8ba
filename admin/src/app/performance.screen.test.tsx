import type { Reply } from '@easel/contracts/kernel/client/address';
import { telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import { problems } from '@easel/contracts/kernel/problem';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import PerformancePage from '../features/performance/performance-page.tsx';
import { Place } from './testing/place.tsx';
import { button, server, show, withFakeServer } from './testing/screen.tsx';

withFakeServer('analyst');

type Measures = Reply<typeof telemetryConsoleHttp.performance>;

const lcp: Measures['metrics'][number] = {
  name: 'lcp',
  p50: 1200,
  p75: 2600,
  p95: 9000,
  rating: 'needs-improvement',
  views: 100,
  good: 70,
  needs_improvement: 20,
  poor: 10,
};
const measures: Measures = {
  success: true,
  from: '2026-11-27',
  to: '2026-11-28',
  metrics: [lcp],
  pages: [
    {
      ...lcp,
      page: '/cart',
    },
  ],
  builds: [
    {
      ...lcp,
      build: 'AbCd1234',
      since: '2026-11-28',
    },
  ],
  connections: [
    {
      ...lcp,
      connection: '4g',
    },
  ],
  days: [
    {
      day: '2026-11-27',
      p75: null,
      good: 0,
      needs_improvement: 0,
      poor: 0,
    },
    {
      day: '2026-11-28',
      p75: 2600,
      good: 70,
      needs_improvement: 20,
      poor: 10,
    },
  ],
  slow: [
    {
      page: '/cart',
      build: 'AbCd1234',
      resource: '/api/cart',
      kind: 'fetch',
      times: 3,
      average_ms: 1500,
    },
  ],
  long_tasks: [],
};

const open = () => {
  server.reply(telemetryConsoleHttp.performance, measures);
  return show(
    <>
      <PerformancePage />
      <Place />
    </>,
  );
};
const place = () => screen.getByTestId('place').textContent;

test('a page is told by percentile, each rated in words', async () => {
  open();
  const table = await screen.findByRole('region', { name: 'Table lcp by page' });
  const cells = within(table).getAllByRole('row')[1]?.querySelectorAll('td, th');
  expect([...(cells ?? [])].map(({ textContent }) => textContent)).toEqual([
    '/cart',
    '1.2 sGood',
    '2.6 sNeeds improvement',
    '9 sPoor',
    'Needs improvement',
    '70\u00a0%',
    '20\u00a0%',
    '10\u00a0%',
    '100',
  ]);
});

test('what was not measured says so, and a day of nothing stands in the table as zeros', async () => {
  const user = open();
  expect((await screen.findAllByText('Not measured')).length).toBe(5);
  expect(screen.getByText('No page was busy for more than a second.')).toBeTruthy();
  await user.click(button('Table'));
  const table = await screen.findByRole('region', { name: 'Table of lcp by day' });
  const [, , oldest] = within(table).getAllByRole('row');
  expect(oldest?.textContent).toBe('Fri, Nov 27000not measured');
});

test('vital, page and days stand in the address', async () => {
  const user = open();
  await user.click(await screen.findByRole('link', { name: '/cart' }));
  expect(place()).toBe('/?page=%2Fcart');
  await user.click(screen.getByRole('link', { name: /^INP/ }));
  await user.click(screen.getByRole('link', { name: '7 days' }));
  expect(place()).toBe('/?page=%2Fcart&vital=inp&days=7');
  expect(server.callsOf(telemetryConsoleHttp.performance).at(-1)?.query).toEqual({
    days: '7',
    vital: 'inp',
    page: '/cart',
  });
});

test('shows no figures of the vital that was chosen before under the name of the next', async () => {
  const user = open();
  await screen.findByRole('region', { name: 'Table lcp by page' });
  server.hold(telemetryConsoleHttp.performance);
  await user.click(screen.getByRole('link', { name: /^CLS/ }));
  await screen.findByText('CLS by page');
  expect(screen.queryByRole('region', { name: /^Table/ })).toBeNull();
});

test('days that are no range are complained of where they are typed', async () => {
  const user = open();
  for (const [label, day] of [
    [/^From/, '2026-12-24'],
    [/^To/, '2026-12-23'],
  ] as const) {
    await user.clear(screen.getByLabelText(label));
    await user.type(screen.getByLabelText(label), day);
  }
  await user.click(button('Show'));
  expect((await screen.findByRole('alert')).textContent).toMatch(/must not lie before the first/);
  expect(place()).toBe('/');
  await user.clear(screen.getByLabelText(/^To/));
  await user.type(screen.getByLabelText(/^To/), '2026-12-25');
  await user.click(button('Show'));
  expect(place()).toBe('/?from=2026-12-24&to=2026-12-25');
});

test('what cannot be read is told in the server’s words', async () => {
  server.refuse(telemetryConsoleHttp.performance, problems.unavailable);
  show(<PerformancePage />);
  expect((await screen.findByRole('alert')).textContent).toContain(problems.unavailable.message);
});
