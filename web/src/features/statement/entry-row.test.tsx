import type { LedgerEntry } from '@easel/contracts/ledger/http';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router';
import { expect, test } from 'vitest';
import { Balances } from './balances.tsx';
import { EntryRow } from './entry-row.tsx';

const id = '6d7c1b1e-1111-4c3f-9a55-000000000001';
const entry: LedgerEntry = {
  eventId: id,
  at: '2026-11-21T12:00:00.000Z',
  reason: 'purchase',
  note: null,
  credits: -10,
  held: 0,
  dollars: 0,
  frozen: 0,
  card: 0,
  balance: { credits: 27.5, held: 0, dollars: 12.5, frozen: 0 },
  actor: { kind: 'member', id },
  stream: 'account',
  revision: 7,
  position: '9007199254740993',
  correlationId: id,
  causationId: id,
  generationId: id,
  purchaseId: id,
  paymentId: null,
};

const rendered = (changes: Partial<LedgerEntry>, title?: string, invoice?: string) =>
  renderToStaticMarkup(
    <StaticRouter location="/statement">
      <EntryRow entry={{ ...entry, ...changes }} title={title} invoice={invoice} onOpenImage={() => {}} />
    </StaticRouter>,
  );

test('an entry says why, how much with its sign and unit, what there was then, and where it leads', () => {
  const html = rendered({});
  expect(html).toContain('Image purchase');
  expect(html).toContain('−10 credits');
  expect(html).toContain('27.5 credits');
  expect(html).toContain('$12.50');
  expect(html).toContain('href="/my-purchases"');
  expect(html).toContain(`href="/invoices/${id}"`);
});

test('what only settles an earlier entry is quiet, and leads to its image', () => {
  const html = rendered({ reason: 'generation-charge', credits: 0, held: -10, purchaseId: null });
  expect(html).toContain('data-quiet="true"');
  expect(html).not.toContain('data-direction');
  expect(html).toContain('Show image');
});

test('what a person said beside it is told, and only as text', () => {
  const html = rendered({
    reason: 'adjustment',
    note: '<b>sorry</b>',
    credits: 15,
    purchaseId: null,
    generationId: null,
  });
  expect(html).toContain('&lt;b&gt;sorry&lt;/b&gt;');
  expect(html).not.toContain('Show image');
});

test('disputed money is told where there is any', () => {
  const told = (frozen: number) =>
    renderToStaticMarkup(<Balances balance={{ ...entry.balance, frozen }} label="Balance" />);
  expect(told(0)).not.toContain('Disputed');
  expect(told(10)).toContain('$10.00');
  expect(renderToStaticMarkup(<Balances balance={undefined} label="Balance" />)).toContain('aria-busy="true"');
});

test('names the picture that an entry is about, and shows a plan payment with its sum', () => {
  expect(rendered({}, 'A heron at dawn')).toContain('A heron at dawn');
  const plan = { reason: 'plan-payment', note: 'Studio, monthly', credits: 0, card: 39.99 } as const;
  const html = rendered({ ...plan, generationId: null, purchaseId: null });
  for (const text of ['Plan payment', 'Studio, monthly', '−$39.99 by card']) expect(html).toContain(text);
});

test.each([
  ['a purchase from the wallet to its receipt', {}, 'Receipt'],
  ['a purchase by card to the invoice of its order', { credits: 0, card: 1.5 }, 'Invoice'],
])('links %s', (_what, changes, name) => {
  expect(rendered(changes)).toMatch(new RegExp(`href="/invoices/${id}"[^>]*>${name}</a>`));
});

test('links a payment to its invoice by the number', () => {
  const topUp = { reason: 'top-up', credits: 0, dollars: 25, generationId: null, purchaseId: null } as const;
  expect(rendered(topUp, undefined, 'INV-2026-000001')).toMatch(
    /href="\/invoices\/INV-2026-000001".*INV-2026-000001<\/a>/,
  );
  expect(rendered(topUp)).not.toContain('href="/invoices');
});
