import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { AccountStory } from '../testing/accounts.ts';
import { givenFor } from '../testing/given.ts';
import { creditNoteIssued, invoiceIssued } from '../testing/invoices.ts';
import { Recorder } from '../testing/recorded.ts';
import { invoices } from './invoices.projector.ts';

const given = givenFor(invoices);

test('keeps each invoice and credit note as it was issued, and a receipt for each purchase', async () => {
  const recorder = new Recorder();
  const account = new AccountStory(recorder);
  const { memberId } = account;
  const [inCredits, inDollars, byCard] = [randomUUID(), randomUUID(), randomUUID()];
  const reference = { kind: 'order', orderId: randomUUID(), reference: 'ORD-1764', items: 1 } as const;
  const shirt = { of: 'product' as const, text: 'T-shirt, M, white', quantity: 2 };
  const order = { ...reference, lines: [{ ...shirt, unitCents: 2400, cents: 4800 }], shippingCents: 599 };
  const from = '2026-11-20T10:00:00.000Z';
  const plan = { kind: 'plan', tier: 'studio', period: 'monthly', from, until: '2026-12-20T10:00:00.000Z' } as const;
  const paid = account.toppedUp(2500);
  await given(
    paid,
    invoiceIssued(recorder, { memberId }, paid),
    invoiceIssued(recorder, { memberId, number: 'INV-2026-000002', paymentId: 'pi_2', item: plan, cents: 3999 }),
    creditNoteIssued(recorder, { memberId, number: 'INV-2026-000003', cents: 1000 }),
    account.bought({ purchaseId: inCredits }),
    account.bought({ purchaseId: inDollars, method: 'dollars', size: '2K', tenths: 0, allowanceTenths: 0, cents: 150 }),
    account.bought({
      purchaseId: byCard,
      method: 'card',
      paymentId: 'pi_4',
      tenths: 0,
      allowanceTenths: 0,
      cents: 150,
    }),
    invoiceIssued(recorder, { memberId, number: 'INV-2026-000004', paymentId: 'pi_4', item: order, cents: 150 }),
  ).thenRows(
    'document',
    {
      number: 'INV-2026-000001',
      member_id: memberId,
      event_id: paid.id,
      payment_id: 'pi_1',
      item: {
        kind: 'invoice',
        number: 'INV-2026-000001',
        at: from,
        item: { kind: 'top-up' },
        credits: 0,
        amount: 25,
        seller: ['Easel Ltd', '1 Example Street'],
      },
    },
    {
      number: 'INV-2026-000002',
      payment_id: 'pi_2',
      item: {
        kind: 'invoice',
        number: 'INV-2026-000002',
        at: from,
        item: plan,
        credits: 0,
        amount: 39.99,
        seller: ['Easel Ltd', '1 Example Street'],
      },
    },
    {
      number: 'INV-2026-000003',
      payment_id: 'pi_1',
      item: {
        kind: 'credit-note',
        number: 'INV-2026-000003',
        at: from,
        item: { kind: 'refund' },
        credits: 0,
        amount: -10,
        seller: ['Easel Ltd', '1 Example Street'],
      },
    },
    {
      number: inCredits,
      member_id: memberId,
      event_id: null,
      payment_id: null,
      item: {
        kind: 'receipt',
        number: inCredits,
        at: from,
        item: { kind: 'picture', size: '1K', method: 'credits' },
        credits: 5,
        amount: 0,
        seller: null,
      },
    },
    { number: byCard, payment_id: 'pi_4', event_id: null },
    {
      number: 'INV-2026-000004',
      payment_id: 'pi_4',
      item: expect.objectContaining({
        kind: 'invoice',
        item: { ...reference, lines: [{ ...shirt, unitAmount: 24, amount: 48 }], shipping: 5.99 },
      }) as object,
    },
    {
      number: inDollars,
      item: {
        kind: 'receipt',
        number: inDollars,
        at: from,
        item: { kind: 'picture', size: '2K', method: 'dollars' },
        credits: 0,
        amount: 1.5,
        seller: null,
      },
    },
  );
});
