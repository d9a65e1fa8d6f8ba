import type { AccountFact } from '@easel/contracts/account/events';
import type { InvoiceFact } from '@easel/contracts/invoices/events';
import type { Fact } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { describe, expect, test } from 'vitest';
import { bought, memberId, planPaid } from '../account/testing/account-facts.ts';
import { issueInvoices } from './issue-invoices.process.ts';
import { QueueMail } from '../mail/queue-mail.ts';
import { postReceipts, RECEIPT } from './post-receipts.process.ts';

const eventId = '44444444-4444-4444-8444-444444444444';
const at = '2026-11-20T10:00:00.000Z';
const recorded = <F extends Fact>(event: F, stream = `account-${memberId}`) =>
  recordedFact(event, { id: eventId, stream, revision: 7, recordedAt: new Date(at) });
const toppedUp = (livemode?: boolean): AccountFact => ({
  type: 'WalletToppedUp',
  data: { memberId, paymentId: 'pi_1', sessionId: 'cs_1', cents: 2500, creditedCents: 1000, livemode },
});

const orderId = '55555555-5555-4555-8555-555555555555';
const orderPaid = (livemode?: boolean): OrderFact => ({
  type: 'OrderPaid',
  data: { orderId, memberId, paymentId: 'pi_order', cents: 450, livemode, paidAt: at },
});

const refund = { paymentId: 'pi_studio', cents: 1000 };
const refunded = (outcome: 'made' | 'failed', livemode?: boolean): AccountFact => ({
  type: 'PlanRefunded',
  data: { memberId, ...refund, refundId: 're_1', outcome, reason: null, livemode },
});

describe('the process that issues invoices', () => {
  const { tier, period, from, until } = planPaid().data;

  test.each([
    [
      'an invoice for a top-up, of what the card paid',
      toppedUp(),
      { type: 'IssueInvoice', paymentId: 'pi_1', cents: 2500, item: { kind: 'top-up' } },
    ],
    [
      'an invoice for a plan, with its time',
      planPaid(),
      { type: 'IssueInvoice', paymentId: 'pi_studio', cents: 3999, item: { kind: 'plan', tier, period, from, until } },
    ],
    [
      'an invoice for an order, naming the order',
      orderPaid(),
      { type: 'IssueInvoice', paymentId: 'pi_order', cents: 450, item: { kind: 'order', orderId } },
    ],
    ['a credit note for a refund', refunded('made'), { type: 'IssueCreditNote', ...refund, refundId: 're_1' }],
    [
      'an invoice for a refund that failed',
      refunded('failed'),
      { type: 'IssueInvoice', ...refund, item: { kind: 'failed-refund', refundId: 're_1' } },
    ],
  ])('issues %s', (_what, event, invoicing) => {
    const [step] = stepsBy(issueInvoices, recorded<AccountFact | OrderFact>(event));
    if (!step?.schedule) throw new Error('nothing is scheduled');
    expect(step.schedule).toMatchObject({ key: eventId, dueAt: new Date(at) });
    expect(issueInvoices.command(step.schedule)).toMatchObject({
      invoicing: { memberId, ...invoicing, bookedAt: at },
      context: { key: `invoice ${eventId}`, causationId: eventId, correlationId: 'c' },
    });
  });

  test('issues none for a test payment, for what goes back of one, and for a purchase', () => {
    const tests = [toppedUp(false), planPaid({ livemode: false }), refunded('made', false), refunded('failed', false)];
    for (const event of [...tests, orderPaid(false), bought()]) {
      expect(stepsBy(issueInvoices, recorded<AccountFact | OrderFact>(event))).toEqual([]);
    }
  });
});

test('issues one credit note for a refund of an order, of the account’s event and not of the order’s', () => {
  const back = { paymentId: 'pi_order', refundId: 're_1', requestId: null, cents: 150, outcome: 'made' } as const;
  const steps = [
    { type: 'OrderRefunded', data: { orderId, memberId, ...back, refundedAt: at } } satisfies OrderFact,
    {
      type: 'WalletRefunded',
      data: { memberId, ...back, orderId, debitedCents: 0, reason: null },
    } satisfies AccountFact,
  ].map((event) => stepsBy(issueInvoices, recorded<AccountFact | OrderFact>(event)));
  expect(steps).toMatchObject([
    [],
    [{ schedule: { payload: { invoicing: { type: 'IssueCreditNote', orderId, paymentId: 'pi_order', cents: 150 } } } }],
  ]);
});

describe('the process that mails receipts', () => {
  const issued = (bookedAt: string): InvoiceFact => ({
    type: 'InvoiceIssued',
    data: {
      number: 'INV-2026-000008',
      memberId,
      paymentId: 'pi_1',
      item: { kind: 'top-up' },
      cents: 2500,
      currency: 'USD',
      seller: ['Easel'],
      bookedAt,
    },
  });

  test.each([
    ['an invoice', recorded<InvoiceFact | AccountFact>(issued(at), 'invoices-2026')],
    [
      'a purchase in dollars',
      recorded<InvoiceFact | AccountFact>(bought({ method: 'dollars', tenths: 0, allowanceTenths: 0, cents: 150 })),
    ],
  ])('posts one for %s, naming its event', (_what, event) => {
    const [step] = stepsBy(postReceipts, event);
    if (!step?.schedule) throw new Error('nothing is posted');
    const { stream } = event;
    expect(postReceipts.command(step.schedule)).toEqual(
      new QueueMail(RECEIPT, eventId, { memberId, stream, revision: 7 }),
    );
  });

  test.each([
    ['in credits', bought()],
    [
      'by card, which is on the invoice of its order',
      bought({ method: 'card', paymentId: 'pi_1', tenths: 0, allowanceTenths: 0, cents: 150 }),
    ],
  ])('posts none for a purchase %s', (_what, event) => {
    expect(stepsBy(postReceipts, recorded<InvoiceFact | AccountFact>(event))).toEqual([]);
  });

  test('posts none for an invoice that is issued more than a day after its payment', () => {
    const late = recorded<InvoiceFact | AccountFact>(issued('2026-11-19T09:59:59.000Z'), 'invoices-2026');
    expect(stepsBy(postReceipts, late)).toEqual([]);
  });
});
