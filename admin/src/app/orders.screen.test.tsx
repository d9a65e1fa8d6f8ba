import { ordersConsoleHttp } from '@easel/contracts/orders/console.http';
import { problems } from '@easel/contracts/kernel/problem';
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import OrderList from '../features/orders/order-list.tsx';
import { shortId } from '../ui/shorten-id.ts';
import { mayDo } from './access.ts';
import { memberId, openOrder, openOrderPage, order, printedOrder } from './testing/orders.tsx';
import { button, field, listOf, server, show, withFakeServer } from './testing/screen.tsx';

const MEMBER = shortId(memberId);

const lastQuery = (): Readonly<Record<string, string>> => server.callsOf(listOf('orders')).at(-1)?.query ?? {};
const lastFilter = (): unknown => JSON.parse(lastQuery()['filter'] ?? 'null');

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

  test('says the status in words and marks late orders and test orders, cancelled ones too', async () => {
    server.reply(listOf('orders'), [
      order(1, { status: 'pending' }),
      order(2, { status: 'test_mode', reference: 'TEST-2', total: 20.5 }),
      order(3, { status: 'cancelled', reference: 'TEST-3' }),
      printedOrder(4, { late: true }),
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
      ['ORD-1700000000001', '2026-11-21 12:00:00', 'Waiting for payment', MEMBER, '1', '$14.00', '–', '–'],
      ['TEST-2Test', '2026-11-21 12:00:00', 'Test mode', MEMBER, '1', '$20.50', '–', '–'],
      ['TEST-3Test', '2026-11-21 12:00:00', 'Cancelled', MEMBER, '1', '$14.00', '–', '–'],
      ['ORD-1700000000004', '2026-11-21 12:00:00', 'ShippedLate', MEMBER, '2', '$37.49', 'ord_840796', 'RM123456789GB'],
    ]);
    expect(screen.getByRole('link', { name: 'TEST-2' }).getAttribute('href')).toBe(`/orders/${order(2).id}/show`);
  });

  test('pages by cursor and returns to the first page when the filters change', async () => {
    server.reply(listOf('orders'), [order(1), order(2)], { 'x-more': 'true' });
    const user = open();
    await screen.findByText('ORD-1700000000001');
    await user.click(button('Next'));
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

  test('shows late orders first, as the server sorts them, and walks on from the last one', async () => {
    const late = order(3, { late: true, cursor: '4611686018427388001' });
    server.reply(listOf('orders'), [late], { 'x-more': 'true' });
    const user = open();
    await screen.findByText('Late', { selector: '.MuiChip-label' });
    expect(lastQuery()['sort']).toBeUndefined();
    expect(button('First')).toHaveProperty('disabled', true);
    server.reply(listOf('orders'), [order(1), order(2)]);
    await user.click(button('Next'));
    await waitFor(() => expect(lastFilter()).toEqual({ before: late.cursor }));
    await screen.findByText('ORD-1700000000001');
    server.reply(listOf('orders'), [late], { 'x-more': 'false' });
    await user.click(button('Previous'));
    await waitFor(() => expect(lastFilter()).toEqual({ after: '99' }));
  });

  test('narrows to late orders and to the number of a parcel', async () => {
    server.reply(listOf('orders'), [order(1)]);
    const user = open();
    await screen.findByText('ORD-1700000000001');
    await user.click(screen.getByRole('combobox', { name: 'Late' }));
    await user.click(await screen.findByRole('option', { name: 'Only late orders' }));
    await waitFor(() => expect(lastFilter()).toEqual({ late: true }));
    await user.type(field('Tracking number'), 'RM 1');
    await waitFor(() => expect(lastFilter()).toEqual({ late: true, tracking: 'RM 1' }));
  });

  test('finds orders by their customer, without the email address in any address', async () => {
    server.reply(listOf('orders'), [order(1)]);
    server.reply(ordersConsoleHttp.lookUp, { success: true, orders: [], more: false });
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Find customer' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Find a customer’s orders' }));
    expect(dialog.getByText(/An event records that you looked this customer up/)).toBeTruthy();
    await user.type(dialog.getByRole('textbox', { name: 'Email address' }), 'ada@example.org');
    await user.click(dialog.getByRole('button', { name: 'Find' }));
    expect((await dialog.findByRole('alert')).textContent).toBe('No order has this email address.');
    server.reply(ordersConsoleHttp.lookUp, { success: true, orders: [order(1).id, order(2).id], more: true });
    await user.click(dialog.getByRole('button', { name: 'Find' }));
    await waitFor(() => expect(lastFilter()).toEqual({ id: [order(1).id, order(2).id] }));
    expect(server.callsOf(ordersConsoleHttp.lookUp).map(({ body }) => body)).toEqual([
      { by: 'email', text: 'ada@example.org' },
      { by: 'email', text: 'ada@example.org' },
    ]);
    expect(await screen.findByText('2 orders were found by their customer.')).toBeTruthy();
    expect(await screen.findByText('The newest 50 are shown; there are older ones')).toBeTruthy();
    await user.click(button('Show all orders'));
    await waitFor(() => expect(lastFilter()).toEqual({}));
  });

  test('finds orders by the start of a name, and says what the server refuses', async () => {
    server.reply(listOf('orders'), [order(1)]);
    server.refuse(ordersConsoleHttp.lookUp, problems.tooMany);
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Find customer' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('combobox', { name: 'By' }));
    await user.click(await screen.findByRole('option', { name: 'Name' }));
    await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Ada');
    await user.click(dialog.getByRole('button', { name: 'Find' }));
    expect((await dialog.findByRole('alert')).textContent).toBe(problems.tooMany.message);
    expect(server.callsOf(ordersConsoleHttp.lookUp)[0]?.body).toEqual({ by: 'name', text: 'Ada' });
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
    expect(await section('Ordered items')).toMatch(/Image download, 4K PNG.*–3840 × 2160–\$14\.00/);
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
      'Member’s orders': `/orders?filter={"member":"${memberId}"}`,
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
    expect(Object.keys(await related())).toEqual(['Member’s orders', 'All orders']);
  });

  test('says that an unknown order is not found', async () => {
    server.refuse(ordersConsoleHttp.record, problems.notFound);
    openOrderPage(memberId);
    expect(await screen.findByText(/The address names none that there is/)).toBeTruthy();
  });
});
