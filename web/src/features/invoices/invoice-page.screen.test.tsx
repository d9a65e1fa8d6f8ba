import { invoicesHttp, type Invoice } from '@easel/contracts/invoices/http';
import { invoiceProblems } from '@easel/contracts/invoices/policy';
import { problems } from '@easel/contracts/kernel/problem';
import { onlineManager } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { button, server, show, signIn, withFakeServer } from '../../lib/testing/screen.tsx';
import { InvoicePage } from './invoice-page.tsx';

afterEach(() => onlineManager.setOnline(true));
withFakeServer();
beforeEach(signIn);

const plan: Invoice = {
  kind: 'invoice',
  number: 'INV-2026-000008',
  at: '2026-11-20T23:30:00.000Z',
  item: {
    kind: 'plan',
    tier: 'studio',
    period: 'monthly',
    from: '2026-11-20T23:30:00.000Z',
    until: '2026-12-20T23:30:00.000Z',
  },
  credits: 0,
  amount: 39.99,
  seller: ['Easel Ltd', '1 Example Street'],
};
const purchase: Invoice = {
  ...plan,
  kind: 'receipt',
  number: '6d7c1b1e-1111-4c3f-9a55-000000000001',
  item: { kind: 'picture', size: '2K', method: 'dollars' },
  amount: 1.5,
  seller: null,
};
const answer = (invoice: Invoice, credited: string | null = null) =>
  server.reply(invoicesHttp.one, { success: true as const, invoice, credited });
const open = (member?: string) =>
  show(<InvoicePage member={member} />, { at: '/invoices/INV-2026-000008', pattern: '/invoices/:number' });

test('shows an invoice with its number, seller, member, plan, days in UTC and sum', async () => {
  answer(plan);
  open('Ada Byron');
  expect(await screen.findByRole('heading', { level: 1, name: 'Invoice INV-2026-000008' })).toBeTruthy();
  expect(screen.getByLabelText('Seller').textContent).toBe('Easel Ltd1 Example Street');
  for (const text of ['Ada Byron', 'Nov 20, 2026 (UTC)', 'Card', 'Nov 20, 2026 to Dec 20, 2026 (UTC)']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getByRole('cell', { name: /^Studio plan, monthly/ })).toBeTruthy();
  expect(screen.getAllByText('$39.99')).toHaveLength(2);
});

test('shows the invoice of an order with its reference and pictures', async () => {
  const id = '6d7c1b1e-1111-4c3f-9a55-000000000001';
  answer({ ...plan, item: { kind: 'order', orderId: id, reference: 'ORD-1764', items: 3 }, amount: 4.5 });
  open();
  expect(await screen.findByRole('cell', { name: 'Order ORD-1764: 3 pictures' })).toBeTruthy();
  expect(screen.getByText('Card')).toBeTruthy();
  expect(screen.getAllByText('$4.50')).toHaveLength(2);
});

test('lists products with quantity and unit price, pictures and delivery of an order', async () => {
  const item = {
    kind: 'order',
    orderId: '6d7c1b1e-1111-4c3f-9a55-000000000001',
    reference: 'ORD-1764',
    items: 2,
    lines: [
      { of: 'product', text: 'T-shirt, M, white', quantity: 2, unitAmount: 24, amount: 48 },
      { of: 'picture', text: 'Picture in 2K, png', quantity: 1, unitAmount: 1.5, amount: 1.5 },
    ],
    shipping: 5.99,
  } as const;
  answer({ ...plan, item: { ...item, lines: [...item.lines] }, amount: 55.49 });
  open();
  expect(await screen.findByText('ORD-1764')).toBeTruthy();
  const rows = screen.getAllByRole('row').map(({ textContent }) => textContent);
  expect(rows).toEqual([
    'ItemAmount',
    'T-shirt, M, white2 × $24.00$48.00',
    'Picture in 2K, png$1.50',
    'Delivery$5.99',
    'Total paid$55.49',
  ]);
});

test('says that delivery was free', async () => {
  const line = { of: 'product', text: 'Poster 24x36', quantity: 6, unitAmount: 29, amount: 174 } as const;
  const id = '6d7c1b1e-1111-4c3f-9a55-000000000001';
  const item = { kind: 'order', orderId: id, reference: 'ORD-1765', items: 1, lines: [line], shipping: 0 } as const;
  answer({ ...plan, item: { ...item, lines: [line] }, amount: 174 });
  open();
  expect(await screen.findByRole('cell', { name: 'Free' })).toBeTruthy();
});

test('shows a receipt with the seller of today', async () => {
  answer(purchase);
  server.reply(invoicesHttp.seller, { success: true as const, seller: ['Easel Inc'] });
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Receipt' })).toBeTruthy();
  expect(await screen.findByText('Easel Inc')).toBeTruthy();
  for (const text of ['Picture in 2K', 'Wallet']) expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getAllByText('$1.50')).toHaveLength(2);
  expect(screen.queryByText('Billed to')).toBeNull();
});

test('shows a credit note with what was refunded and a link to the invoice that it credits', async () => {
  const note = { ...plan, kind: 'credit-note', number: 'INV-2026-000009', item: { kind: 'refund' } } as const;
  answer({ ...note, amount: -10 }, plan.number);
  open();
  expect(await screen.findByRole('heading', { level: 1, name: 'Credit note INV-2026-000009' })).toBeTruthy();
  expect(screen.getByRole('link', { name: plan.number }).getAttribute('href')).toBe(`/invoices/${plan.number}`);
  for (const text of ['Credit note number', 'Refund to your card', 'Total refunded']) {
    expect(screen.getByText(text)).toBeTruthy();
  }
  expect(screen.getAllByText('-$10.00')).toHaveLength(2);
  expect(screen.queryByText('Paid with')).toBeNull();
});

test('shows what was paid in credits in credits', async () => {
  answer({ ...purchase, item: { kind: 'picture', size: '1K', method: 'credits' }, credits: 5, amount: 0 });
  server.reply(invoicesHttp.seller, { success: true as const, seller: ['Easel'] });
  open();
  expect(await screen.findAllByText('5 credits')).toHaveLength(2);
});

test('prints when asked to', async () => {
  answer(plan);
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
});

test('says that an invoice of somebody else is not there, and leads to the statement', async () => {
  server.refuse(invoicesHttp.one, invoiceProblems.notFound);
  open();
  expect(await screen.findByText('There is no such invoice or receipt')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Statement' }).getAttribute('href')).toBe('/statement');
});

test('can be asked for again after an error', async () => {
  server.refuse(invoicesHttp.one, problems.forbidden);
  const user = open();
  await screen.findByText('This could not be loaded');
  answer(plan);
  await user.click(button('Try again'));
  expect(await screen.findByText('Studio plan, monthly')).toBeTruthy();
});

test('says that it is loading', () => {
  server.hold(invoicesHttp.one);
  open();
  expect(screen.getByText('Loading')).toBeTruthy();
});

test('waits for the connection', async () => {
  onlineManager.setOnline(false);
  open();
  expect(await screen.findByText('You are offline')).toBeTruthy();
});
