import { type OrderRecord, ordersHttp } from '@easel/contracts/orders/http';
import { problems } from '@easel/contracts/kernel/problem';
import { screen, waitFor, within } from '@testing-library/react';
import { useRouterProvider } from 'react-admin';
import { beforeEach, describe, expect, test } from 'vitest';
import OrderList from '../features/orders/order-list.tsx';
import OrderShow from '../features/orders/order-show.tsx';
import { mayDo } from './access.ts';
import { button, listOf, server, show, withFakeServer } from './testing/screen.tsx';

const memberId = '1d7c1b1e-1111-4c3f-9a55-000000000001';

const order = (number: number, changes: Partial<OrderRecord> = {}): OrderRecord => ({
  id: `6d7c1b1e-1111-4c3f-9a55-00000000000${number}`,
  reference: `ORD-170000000000${number}`,
  status: 'delivered',
  subtotal: 14,
  shipping: 0,
  total: 14,
  placed_at: '2026-11-21T12:00:00.000Z',
  thumbnails: [],
  items: [
    {
      id: '2d7c1b1e-1111-4c3f-9a55-000000000001',
      kind: 'image-download',
      generationId: '3d7c1b1e-1111-4c3f-9a55-000000000001',
      variantId: '4d7c1b1e-1111-4c3f-9a55-000000000001',
      refunded: false,
      size: '4K',
      format: 'png',
      price: 14,
      width: 3840,
      height: 2160,
      thumbhash: '',
      thumbnail_url: '/api/images/auth/orders/1/1/thumbnail.webp',
      download_url: null,
    },
  ],
  customer: { name: 'Ada Lovelace', email: 'ada@example.org', phone: '' },
  delivery: null,
  refunded: 0,
  invoice: 'INV-2026-7',
  timeline: [
    { what: 'placed', at: '2026-11-21T12:00:00.000Z', amount: null },
    { what: 'payment-failed', at: '2026-11-21T12:01:00.000Z', amount: null },
    { what: 'paid', at: '2026-11-21T12:02:00.000Z', amount: 14 },
    { what: 'delivered', at: '2026-11-21T12:02:01.000Z', amount: null },
  ],
  member_id: memberId,
  payment_id: 'pi_7',
  print: null,
  notes: [],
  late: false,
  position: String(100 - number),
  ...changes,
});

const lastFilter = (): unknown => JSON.parse(server.callsOf(listOf('orders')).at(-1)?.query['filter'] ?? 'null');

beforeEach(() => {
  window.location.hash = '';
});

test.each([
  ['admin', true],
  ['support', true],
  ['auditor', true],
  ['analyst', false],
])('shows orders to the role %s: %s', (role, isShown) => {
  expect(mayDo(role, 'orders', 'list')).toBe(isShown);
  expect(mayDo(role, 'orders', 'show')).toBe(isShown);
});

describe('the list of orders', () => {
  withFakeServer('support');
  const open = () => show(<OrderList />, { resource: 'orders' });

  test('says the status in words and marks test orders, cancelled ones too', async () => {
    server.reply(listOf('orders'), [
      order(1, { status: 'pending' }),
      order(2, { status: 'test_mode', reference: 'TEST-2', total: 20.5 }),
      order(3, { status: 'cancelled', reference: 'TEST-3' }),
    ]);
    open();
    const [, ...rows] = await within(await screen.findByRole('region', { name: 'Orders' })).findAllByRole('row');
    expect(
      rows.map((row) =>
        within(row)
          .getAllByRole('cell')
          .map((cell) => cell.textContent),
      ),
    ).toEqual([
      ['ORD-1700000000001', '2026-11-21 12:00:00', 'Waiting for payment', '1', '$14.00'],
      ['TEST-2Test', '2026-11-21 12:00:00', 'Test mode', '1', '$20.50'],
      ['TEST-3Test', '2026-11-21 12:00:00', 'Cancelled', '1', '$14.00'],
    ]);
    expect(screen.getByRole('link', { name: 'TEST-2' }).getAttribute('href')).toBe(`/orders/${order(2).id}/show`);
  });

  test('pages by position and returns to the newest when the filters change', async () => {
    server.reply(listOf('orders'), [order(1), order(2)], { 'x-more': 'true' });
    const user = open();
    await screen.findByText('ORD-1700000000001');
    await user.click(button('Older'));
    await waitFor(() => expect(lastFilter()).toEqual({ before: '98' }));
    await user.type(screen.getByPlaceholderText('Start of a reference'), 'ORD-17');
    await waitFor(() => expect(lastFilter()).toEqual({ q: 'ORD-17' }));
    await user.click(screen.getByRole('combobox', { name: 'Status' }));
    await user.click(await screen.findByRole('option', { name: 'Waiting for payment' }));
    await waitFor(() => expect(lastFilter()).toEqual({ q: 'ORD-17', status: ['pending'] }));
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('combobox', { name: 'Test orders' }));
    await user.click(await screen.findByRole('option', { name: 'Hidden' }));
    await waitFor(() => expect(lastFilter()).toEqual({ q: 'ORD-17', status: ['pending'], test: false }));
  });

  test('says that nobody has ordered yet', async () => {
    server.reply(listOf('orders'), []);
    open();
    expect(await screen.findByText(/^Nobody has ordered yet/)).toBeTruthy();
  });

  test('can be loaded again after a failure', async () => {
    server.refuse(listOf('orders'), problems.tooMany);
    const user = open();
    const again = await screen.findByRole('button', { name: 'Try again' });
    server.reply(listOf('orders'), [order(1)]);
    await user.click(again);
    expect(await screen.findByText('ORD-1700000000001')).toBeTruthy();
  });
});

/** By react-admin's own router, which has its place in the hash. */
function Page() {
  const { Route, Routes } = useRouterProvider();
  return (
    <Routes>
      <Route path="/orders/:id/show" element={<OrderShow />} />
    </Routes>
  );
}

const openPage = (id: string) => {
  window.location.hash = `#/orders/${id}/show`;
  show(<Page />, { resource: 'orders' });
};

const openOrder = (shown: OrderRecord) => {
  server.reply(ordersHttp.record, shown);
  openPage(shown.id);
};

const related = async () => {
  const links = within(await screen.findByRole('navigation', { name: 'Related' })).getAllByRole('link');
  return Object.fromEntries(
    links.map((link) => [link.textContent, decodeURIComponent(link.getAttribute('href') ?? '')]),
  );
};

describe('the page of an order', () => {
  withFakeServer('admin');

  test('shows the customer, items, sums and timeline', async () => {
    openOrder(order(1, { refunded: 14, status: 'refunded' }));
    const section = async (name: string) => (await screen.findByRole('region', { name })).textContent;
    expect(await section('Order')).toMatch(
      /ORD-1700000000001.*Refunded.*Total\$14\.00Refunded\$14\.00.*pi_7.*INV-2026-7/,
    );
    expect(await section('Ordered items')).toContain('4KPNG3840 × 2160$14.00');
    expect(await section('Customer')).toMatch(/Ada Lovelace.*ada@example\.org.*Phone–/);
    const timeline = await screen.findByRole('region', { name: 'Timeline' });
    expect(
      within(timeline)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual([
      'Placed2026-11-21 12:00:00 UTC',
      'Card declined2026-11-21 12:01:00 UTC',
      'Paid by card: $14.002026-11-21 12:02:00 UTC',
      'Downloads ready2026-11-21 12:02:01 UTC',
    ]);
    expect(screen.queryByText(/This is a test order/)).toBeNull();
  });

  test('links to the account, the payment and the events', async () => {
    openOrder(order(1));
    await screen.findByRole('link', { name: 'Events of the order' });
    expect(await related()).toEqual({
      'Member’s account': `/ledger?filter={"member":"${memberId}"}`,
      'Ledger entries of the payment': '/ledger?filter={"payment":"pi_7"}',
      'Events of the order': `/events?filter={"stream":"order-${order(1).id}"}`,
      'All orders': '/orders',
    });
  });

  test('says of a test order that nothing was charged', async () => {
    openOrder(order(1, { reference: 'TEST-1', status: 'cancelled', payment_id: null, invoice: null }));
    expect(await screen.findByText(/This is a test order: nothing was charged/)).toBeTruthy();
    expect(Object.keys(await related())).not.toContain('Ledger entries of the payment');
  });
});

describe('the page of an order for support', () => {
  withFakeServer('support');

  test('links to neither ledger nor events, which support may not open', async () => {
    openOrder(order(1));
    expect(await related()).toEqual({ 'All orders': '/orders' });
  });

  test('says that an unknown order is not found', async () => {
    server.refuse(ordersHttp.record, problems.notFound);
    openPage(memberId);
    expect(await screen.findByText(/The address names none that there is/)).toBeTruthy();
  });
});
