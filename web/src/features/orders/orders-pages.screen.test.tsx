import { ordersHttp, type ListedOrder, type OwnOrder } from '@easel/contracts/orders/http';
import { orderProblems } from '@easel/contracts/orders/policy';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { onlineManager } from '@tanstack/react-query';
import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { button, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { CheckoutPage } from './checkout-page.tsx';
import OrderOutbox from './order-outbox.tsx';
import OrderPage from './order-page.tsx';
import OrdersPage from './orders-page.tsx';
import { outboxText } from './outbox-text.ts';
import { outbox } from './outbox.ts';

withFakeServer();
beforeEach(signIn);
afterEach(() => onlineManager.setOnline(true));

const id = '6d7c1b1e-1111-4c3f-9a55-0000000000aa';
const generationId = '6d7c1b1e-1111-4c3f-9a55-000000000001';
const itemId = '6d7c1b1e-1111-4c3f-9a55-0000000000bb';
const at = '2026-11-20T12:00:00.000Z';
const sums = { subtotal: 1.5, shipping: 0, total: 1.5 };
const listed: ListedOrder = {
  id,
  reference: 'ORD-1',
  status: 'pending',
  ...sums,
  placed_at: at,
  thumbnails: ['/api/images/auth/orders/a/b/thumbnail.webp'],
  items: 1,
  products: [],
  promised_by: null,
};
const pending: OwnOrder = {
  id,
  reference: 'ORD-1',
  status: 'pending',
  ...sums,
  placed_at: at,
  thumbnails: listed.thumbnails,
  items: [
    {
      id: itemId,
      kind: 'image-download',
      generationId,
      variantId: itemId,
      refunded: false,
      size: '2K',
      format: 'jpg',
      price: 1.5,
      width: 2048,
      height: 1152,
      thumbhash: '',
      thumbnail_url: '/api/images/auth/orders/a/b/thumbnail.webp',
      download_url: null,
    },
  ],
  customer: { name: 'Ada Byron', email: 'ada@example.com', phone: '' },
  delivery: null,
  refunded: 0,
  invoice: null,
  timeline: [{ what: 'placed', at, amount: null }],
};
const delivered: OwnOrder = {
  ...pending,
  status: 'delivered',
  items: pending.items.map((item) => ({ ...item, download_url: `/api/purchases/${itemId}/file` })),
  refunded: 0.5,
  invoice: 'INV-2026-000001',
  timeline: [
    { what: 'placed', at, amount: null },
    { what: 'payment-failed', at, amount: null },
    { what: 'paid', at, amount: 1.5 },
    { what: 'delivered', at, amount: null },
    { what: 'refunded', at, amount: 0.5 },
  ],
};
const waiting = {
  id: 'ORD-7',
  customerName: 'Ada Byron',
  customerEmail: 'ada@example.com',
  customerPhone: '',
  items: [
    {
      kind: 'image-download' as const,
      id: 'fox',
      generationId,
      variantId: generationId,
      resolutionTier: '2K' as const,
      format: 'png' as const,
      quantity: 1 as const,
      price: 1.5,
    },
  ],
  total: 1.5,
  test_mode: false,
};
const stored = {
  success: true as const,
  message: '',
  order: { id, reference: 'ORD-7', status: 'pending' as const, ...sums },
};
const answer = (order: OwnOrder) =>
  server.reply(ordersHttp.one, { success: true as const, order, titles: { [generationId]: 'A fox' } });
const list = (items: ListedOrder[]) =>
  server.reply(ordersHttp.own, {
    success: true as const,
    items,
    pagination: { page: 1, limit: 12, pages: items.length > 0 ? 1 : 0, total: items.length },
  });

describe('the list of orders', () => {
  const open = () => show(<OrdersPage />, { at: '/orders' });

  test('shows each order with its picture, reference, status in words and total', async () => {
    list([listed, { ...listed, id: itemId, reference: 'TEST-2', status: 'test_mode' }]);
    open();
    const link = await screen.findByRole('link', { name: 'ORD-1' });
    expect(link.getAttribute('href')).toBe(`/orders/${id}`);
    for (const text of ['Waiting for payment', 'Test order']) screen.getByText(text);
    expect(screen.getAllByText('$1.50')).toHaveLength(2);
    expect(document.querySelectorAll('img')).toHaveLength(2);
  });

  test('says what is printed, and by when what is on its way is promised', async () => {
    const products = [{ name: 'T-shirt', quantity: 2 }];
    const promised = '2026-12-01T12:00:00.000Z';
    list([
      { ...listed, status: 'shipped', items: 2, products, promised_by: promised },
      { ...listed, id: itemId, reference: 'ORD-2', status: 'in_production', products },
    ]);
    open();
    await screen.findByText(/^T-shirt \(2 copies\), 1 image download/);
    screen.getByText('Shipped');
    screen.getByText('by Dec 1, 2026');
    screen.getByText('In production');
  });

  test('says that there are none', async () => {
    list([]);
    open();
    await screen.findByText('No orders yet');
  });

  test('says that a stored order cannot be read, and keeps it until it is removed', async () => {
    list([]);
    outboxText.set(JSON.stringify([{ key: itemId, body: { ...waiting, items: [] } }]));
    outbox.add({ key: id, body: waiting, items: [] });
    const user = open();
    await screen.findByText('No orders yet');
    screen.getByText(/^1 order in this browser cannot be read/);
    screen.getByText('ORD-7');
    await user.click(button('Remove'));
    expect(screen.queryByText(/cannot be read/)).toBeNull();
    expect(JSON.parse(outboxText.get() ?? '')).toMatchObject([{ key: id }]);
  });

  test('shows an order that waits to be sent, and sends it', async () => {
    list([]);
    outbox.add({ key: itemId, body: waiting, items: [] });
    const user = open();
    screen.getByText(/Nothing is charged until it has reached us/);
    screen.getByText('ORD-7');
    server.reply(ordersHttp.place, stored);
    await user.click(button('Send now'));
    await screen.findByText('Your order has reached us. You can pay it now.');
    expect(server.callsOf(ordersHttp.place)[0]?.headers.get('idempotency-key')).toBe(itemId);
    expect(screen.queryByText('ORD-7')).toBeNull();
    const assign = vi.spyOn(window.location, 'assign').mockImplementation(() => {});
    await user.click(button('Pay now'));
    expect(assign).toHaveBeenCalledWith(`/checkout?order=${id}`);
  });
});

test('sends what waits once the connection is back, and stays quiet where it waits on', async () => {
  onlineManager.setOnline(false);
  outbox.add({ key: itemId, body: waiting, items: [] });
  server.breakOff(ordersHttp.place);
  show(<OrderOutbox />);
  expect(server.calls).toEqual([]);
  act(() => onlineManager.setOnline(true));
  await waitFor(() => expect(server.callsOf(ordersHttp.place)).toHaveLength(1));
  expect(outbox.get().orders).toHaveLength(1);

  act(() => onlineManager.setOnline(false));
  server.reply(ordersHttp.place, stored);
  act(() => onlineManager.setOnline(true));
  await screen.findByText('Your order has reached us. You can pay it now.');
  expect(screen.queryByText('Your order still waits to be sent')).toBeNull();
  expect(outbox.get().orders).toEqual([]);
});

describe('an order', () => {
  const open = () => show(<OrderPage />, { at: `/orders/${id}`, pattern: '/orders/:id' });

  test('shows what was ordered, by whom, what became of it, its sums and its invoice', async () => {
    answer(delivered);
    open();
    await screen.findByRole('heading', { level: 1, name: 'Order ORD-1' });
    for (const text of ['A fox', 'Image download · 2K · JPG', 'Ada Byron', 'ada@example.com', 'Refunded', '$0.50']) {
      screen.getByText(text);
    }
    const told = screen.getByRole('list', { name: 'Timeline' }).textContent ?? '';
    for (const text of ['Order placed', 'Card declined', 'Paid $1.50 by card', 'Refunded $0.50 to your card']) {
      expect(told).toContain(text);
    }
    expect(screen.getByRole('link', { name: 'INV-2026-000001' }).getAttribute('href')).toBe(
      '/invoices/INV-2026-000001',
    );
    expect(screen.queryByRole('button', { name: 'Cancel order' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Pay now' })).toBeNull();
  });

  test('has its files as they were ordered', async () => {
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => {} }));
    answer(delivered).reply(purchasesHttp.file, {});
    const user = open();
    await user.click(await screen.findByRole('button', { name: 'Download: A fox' }));
    await screen.findByText('Download completed successfully!');
    expect(server.callsOf(purchasesHttp.file)[0]).toMatchObject({
      path: `/api/purchases/${itemId}/file`,
      query: { size: '2K', format: 'jpg' },
    });
  });

  test('is cancelled after a question, as long as it waits for its payment', async () => {
    answer(pending).reply(ordersHttp.cancel, () => {
      answer({ ...pending, status: 'cancelled' });
      return { success: true as const, order: { id, reference: 'ORD-1', status: 'cancelled' as const, ...sums } };
    });
    const user = open();
    expect((await screen.findByRole('link', { name: 'Pay now' })).getAttribute('href')).toBe(`/checkout?order=${id}`);
    expect(screen.queryByRole('button', { name: /^Download/ })).toBeNull();
    await user.click(button('Cancel order'));
    await user.click(button('Keep order'));
    expect(server.callsOf(ordersHttp.cancel)).toEqual([]);
    await user.click(button('Cancel order'));
    await user.click(screen.getAllByRole('button', { name: 'Cancel order' }).at(-1) ?? document.body);
    await screen.findByText('Order cancelled');
    await screen.findByText(/^Cancelled/);
    expect(screen.queryByRole('link', { name: 'Pay now' })).toBeNull();
  });

  test('says that there is none', async () => {
    server.refuse(ordersHttp.one, orderProblems.notFound);
    open();
    await screen.findByText('There is no such order');
  });
});

describe('paying an order that waits', () => {
  const open = (more = '') =>
    show(<CheckoutPage profile={undefined} testMode={false} stripeKey={null} />, {
      at: `/checkout?order=${id}${more}`,
    });
  const standing = (payment: 'open' | 'paid', authenticateAt: string | null = null) => ({
    success: true as const,
    payment,
    message: null,
    authenticateAt,
    clientSecret: null,
    order: { id, reference: 'ORD-1', status: 'pending' as const, ...sums },
  });

  test('looks what became of the payment when the bank leads back, without charging a card', async () => {
    answer(delivered).reply(ordersHttp.pay, standing('paid'));
    open('&redirect_status=succeeded');
    await screen.findByText(`at /orders/${id}`);
    expect(server.callsOf(ordersHttp.pay).map(({ body }) => body)).toEqual([{}]);
  });

  test('stays for another card where the bank has not confirmed the payment', async () => {
    answer(pending).reply(ordersHttp.pay, standing('open', 'https://bank.example/asks'));
    open('&redirect_status=failed');
    await screen.findByText('Your bank has not confirmed the payment. Try again, or use another card.');
    button('Pay $1.50');
  });

  test('tries another card after a decline', async () => {
    answer(pending).refuse(ordersHttp.pay, orderProblems.paymentRefused);
    const user = open();
    await screen.findByRole('heading', { level: 1, name: 'Pay for ORD-1' });
    const pay = async (number: string) => {
      await user.clear(screen.getByLabelText('Card number'));
      await user.type(screen.getByLabelText('Card number'), number);
      await user.click(button('Pay $1.50'));
    };
    await user.type(screen.getByLabelText('Expiry (MM/YY)'), '1230');
    await user.type(screen.getByLabelText('CVV'), '123');
    await user.type(screen.getByLabelText('Name on card'), 'Ada Byron');
    await pay('4000000000000002');
    await screen.findByText('Payment failed. Please try again.');

    const order = { id, reference: 'ORD-1', status: 'paid' as const, ...sums };
    server.reply(ordersHttp.pay, {
      success: true,
      payment: 'paid',
      message: null,
      authenticateAt: null,
      clientSecret: null,
      order,
    });
    await pay('4242424242424242');
    await screen.findByText(`at /orders/${id}`);
    screen.getByText('Order placed successfully!');
    expect(server.callsOf(ordersHttp.pay).map(({ body }) => body)).toEqual([
      { paymentMethod: 'pm_card_chargeDeclined' },
      { paymentMethod: 'pm_card_visa' },
    ]);
  });

  test('says that there is nothing to pay once it is paid', async () => {
    answer(delivered);
    open();
    await screen.findByText('There is nothing to pay. This order is: Delivered.');
  });
});
