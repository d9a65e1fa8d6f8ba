import { operatorRoles } from '@easel/contracts/kernel/console';
import { messagesHttp } from '@easel/contracts/messages/http';
import { overviewHttp } from '@easel/contracts/operations/overview.http';
import { ordersConsoleHttp } from '@easel/contracts/orders/console.http';
import { type ProvidersConsole, providersHttp } from '@easel/contracts/providers/http';
import { revenueHttp } from '@easel/contracts/revenue/http';
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import DashboardPage from '../features/dashboard/dashboard-page.tsx';
import { entriesFor } from './entries.ts';
import { provider } from './testing/providers.tsx';
import { replyList, server, show, withFakeServer } from './testing/screen.tsx';

const range = { success: true, from: '2026-11-28', to: '2026-11-28' } as const;
const day = {
  visits: 0,
  registered: 0,
  purchases: 0,
  orders: 3,
  orders_paid: 112.47,
  shipped: 1,
  requested: 9,
  completed: 0,
  failed: 0,
  cancelled: 0,
  granted: 0,
  held: 0,
  captured: 0,
  released: 0,
};

async function open(providers: ProvidersConsole['providers'] = []): Promise<void> {
  const days = [{ ...day, day: '2026-11-28' }];
  server.reply(overviewHttp.overview, { ...range, at: '2026-11-28T10:00:00.000Z', today: day, days });
  const money = {
    day: '2026-11-28',
    plans: 2_000,
    top_ups: 0,
    purchases: 0,
    prints: 0,
    returned: 0,
    test: 0,
    print_costs: 0,
  };
  server.reply(revenueHttp.days, { ...range, days: [money] });
  server.reply(messagesHttp.counts, { success: true, unread: 1, waiting: 1, escalated: 0 });
  server.reply(ordersConsoleHttp.counts, { success: true, late: 2 });
  replyList('projections', []);
  server.reply(providersHttp.console, { success: true, providers, routing: { version: 0, routes: {} } });
  show(<DashboardPage />);
  await screen.findByText(/^Days are UTC; read at/);
}

/** Where the links of the page lead, but for those to other days of it. */
function paths(): string[] {
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href') ?? '');
  return links.map((href) => new URL(href, 'http://localhost').pathname).filter((path) => path !== '/');
}

const reportsShown = {
  admin: ['/reports/liability', '/reports/renders', '/reports/revenue'],
  analyst: ['/reports/liability', '/reports/renders', '/reports/revenue'],
  auditor: ['/reports/liability', '/reports/revenue'],
  support: [],
};

describe.each(operatorRoles)('the dashboard of %s', (role) => {
  withFakeServer(role);

  test('links only to pages and reports that the role may open', async () => {
    await open();
    const reports = () => [...new Set(paths().filter((path) => path.startsWith('/reports/')))].toSorted();
    await waitFor(() => expect(reports()).toEqual(reportsShown[role]));
    const pages = entriesFor(role).map(({ to }) => to);
    expect(paths().filter((path) => !pages.some((page) => path === page || path.startsWith(`${page}/`)))).toEqual([]);
  });
});

describe('orders on the dashboard', () => {
  const figures = async () => within(await screen.findByRole('list', { name: 'Orders today' }));

  describe('of support', () => {
    withFakeServer('support');

    test('are counted with their sum, and lead to those that are late', async () => {
      await open();
      const orders = await figures();
      await orders.findByRole('link', { name: /Late now/ });
      expect(orders.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
        expect.stringMatching(/^Paid3/),
        expect.stringMatching(/^Sum paid\$112\.47/),
        expect.stringMatching(/^Shipped1/),
        'Late now2',
      ]);
      const late = new URL(
        orders.getByRole('link', { name: /Late now/ }).getAttribute('href') ?? '',
        'http://localhost',
      );
      expect([late.pathname, late.searchParams.get('filter')]).toEqual(['/orders', '{"late":true}']);
    });
  });

  describe('of an analyst', () => {
    withFakeServer('analyst');

    test('are counted without those that are late, which an analyst may not read', async () => {
      await open();
      expect((await figures()).queryByText('Late now')).toBeNull();
      expect(server.callsOf(ordersConsoleHttp.counts)).toEqual([]);
    });
  });
});

describe('providers on the dashboard', () => {
  withFakeServer('support');

  test('are named while they take no requests or are tried again, and no others', async () => {
    const failing = { state: 'failing', reason: 'busy', until: '2026-11-28T10:05:00.000Z' } as const;
    await open([
      provider(),
      provider({ name: 'sd', label: 'Our card', availability: failing }),
      provider({ name: 'flux', label: 'FLUX', availability: { state: 'paused', reason: 'too dear' } }),
      provider({ name: 'mystic', label: 'Mystic', lastFailure: 'busy' }),
    ]);
    const line = await screen.findByText(/^Our card is failing, FLUX is paused, and Mystic is being tried again\./);
    expect(within(line).getByRole('link', { name: 'Providers' }).getAttribute('href')).toBe('/providers');
  });
});
