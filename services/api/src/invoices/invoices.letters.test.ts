import { expect, test } from 'vitest';
import { bought } from '../account/testing/account-facts.ts';
import { letterBodies } from '../mail/letter-bodies.ts';
import { creditNoteLetter, invoiceLetter, receiptLetter } from './invoices.letters.ts';

const to = 'ada@example.org';
const seller = ['Easel Ltd', '1 Example Street'];
const at = '2026-11-20T10:00:00.000Z';
const invoice = {
  number: 'INV-2026-000008',
  memberId: '99999999-9999-4999-8999-999999999999',
  paymentId: 'pi_1',
  cents: 3999,
  currency: 'USD',
  seller,
  bookedAt: at,
} as const;

test('an invoice mail says what was paid, for what, when and to whom, and links to the invoice', () => {
  const item = {
    kind: 'plan',
    tier: 'studio',
    period: 'monthly',
    from: at,
    until: '2026-12-20T10:00:00.000Z',
  } as const;
  const letter = invoiceLetter(to, { ...invoice, seller: [...seller], item });
  expect(letter).toMatchObject({ to, subject: 'Your Easel invoice INV-2026-000008' });
  const { text } = letterBodies(letter, 'https://easel.example');
  expect(text).toContain('$39.99 on 2026-11-20 (UTC) for the plan Studio, monthly, from 2026-11-20 (UTC)');
  expect(text).toContain('Invoice INV-2026-000008 from Easel Ltd, 1 Example Street.');
  expect(text).toContain('https://easel.example/invoices/INV-2026-000008');
});

test.each([
  [1, 'ORD-1764: 1 picture.'],
  [3, 'ORD-1764: 3 pictures.'],
])('an invoice mail of an order names the order and its pictures: %i', (items, said) => {
  const item = { kind: 'order', orderId: invoice.memberId, reference: 'ORD-1764', items } as const;
  const letter = invoiceLetter(to, { ...invoice, seller: [...seller], item });
  const { text } = letterBodies(letter, 'https://easel.example');
  expect(text).toContain(`$39.99 on 2026-11-20 (UTC) for your order ${said} Thank you.`);
});

test('an invoice mail of an order tells printed products from pictures', () => {
  const line = { text: 'T-shirt, M, white', unitCents: 2400 } as const;
  const lines = [
    { ...line, of: 'product' as const, quantity: 2, cents: 4800 },
    { ...line, of: 'picture' as const, quantity: 1, cents: 150 },
  ];
  const item = { kind: 'order', orderId: invoice.memberId, reference: 'ORD-1764', items: 2, lines } as const;
  const { text } = letterBodies(
    invoiceLetter(to, { ...invoice, seller: [...seller], item: { ...item, lines } }),
    'https://easel.example',
  );
  expect(text).toContain('for your order ORD-1764: 2 printed products and 1 picture. Thank you.');
});

test('a credit note mail says what was refunded, when, and links to the credit note', () => {
  const letter = creditNoteLetter(to, { ...invoice, seller: [...seller], refundId: 're_1' });
  expect(letter).toMatchObject({ to, subject: 'Your Easel credit note INV-2026-000008' });
  const { text } = letterBodies(letter, 'https://easel.example');
  expect(text).toContain('we have refunded $39.99 to your card on 2026-11-20 (UTC).');
  expect(text).toContain('https://easel.example/invoices/INV-2026-000008');
});

test('a receipt mail says what was bought, from what it was paid, and links to the receipt', () => {
  const { data } = bought({ method: 'dollars', tenths: 0, allowanceTenths: 0, cents: 150 });
  const letter = receiptLetter(to, data, seller);
  const { text } = letterBodies(letter, 'https://easel.example');
  expect(text).toContain(`a picture in ${data.size} for $1.50 from your wallet on ${data.purchasedAt.slice(0, 10)}`);
  expect(text).toContain(`https://easel.example/invoices/${data.purchaseId}`);
});

test('mails about payments offer no unsubscribing, as they are no marketing', () => {
  const letter = invoiceLetter(to, { ...invoice, seller: [...seller], item: { kind: 'top-up' } });
  expect(letter.unsubscribe).toBeUndefined();
  expect(letterBodies(letter, 'https://easel.example').text).not.toMatch(/unsubscribe/i);
});
