import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import type { OrderFact } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import type { ProcessDefinition, Step } from '@easel/kernel/following/process';
import { IssueInvoice, type Invoicing } from './issue-invoices.ts';

interface Scheduled {
  invoicing: Invoicing;
  correlationId: string;
}

/**
 * Issues an invoice for every payment for a plan, for an order or into the wallet, and a credit note for what goes back
 * to the card; none for a test payment, which moves no money. What goes back of an order is in the account, too: its
 * credit note follows from there alone.
 */
export const issueInvoices: ProcessDefinition<AccountFact | OrderFact, Scheduled, IssueInvoice> = {
  name: 'invoices.issue',
  from: 'start',
  categories: [accountStream.category, orderStream.category],

  on: {
    PlanPaid: (event) => {
      const { tier, period, from, until, livemode } = event.data;
      if (livemode === false) return [];
      return issuing(event, { type: 'IssueInvoice', item: { kind: 'plan', tier, period, from, until } });
    },
    WalletToppedUp: (event) =>
      event.data.livemode === false ? [] : issuing(event, { type: 'IssueInvoice', item: { kind: 'top-up' } }),
    OrderPaid: (event) => {
      const { orderId, livemode } = event.data;
      return livemode === false ? [] : issuing(event, { type: 'IssueInvoice', item: { kind: 'order', orderId } });
    },
    PlanRefunded: (event) => refunding(event),
    WalletRefunded: (event) => refunding(event),
  },

  command: ({ key: cause, payload: { invoicing, correlationId } }) =>
    new IssueInvoice(invoicing, {
      key: `invoice ${cause}`,
      actor: { kind: 'system', id: 'invoices.issue' },
      correlationId,
      causationId: cause,
    }),
};

type Followed = AccountFact | OrderFact;
type Of<Type extends Followed['type']> = Recorded<Extract<Followed, Fact<Type>>>;

function refunding(event: Of<'PlanRefunded'> | Of<'WalletRefunded'>): readonly Step<Scheduled>[] {
  const { refundId, outcome, livemode } = event.data;
  if (livemode === false) return [];
  if (outcome === 'made') {
    const orderId = event.type === 'WalletRefunded' ? event.data.orderId : undefined;
    return issuing(event, { type: 'IssueCreditNote', refundId, ...(orderId !== undefined && { orderId }) });
  }
  return issuing(event, { type: 'IssueInvoice', item: { kind: 'failed-refund', refundId } });
}

/** What a document says beside its sum. */
type Said<Sent> = Sent extends unknown ? Omit<Sent, 'memberId' | 'paymentId' | 'cents' | 'bookedAt'> : never;

/** Of the year that the log's clock says, so that a repeat is of the same year. */
function issuing(
  {
    id: key,
    data,
    recordedAt,
    metadata,
  }: Of<'PlanPaid' | 'WalletToppedUp' | 'OrderPaid' | 'PlanRefunded' | 'WalletRefunded'>,
  said: Said<Invoicing>,
): readonly Step<Scheduled>[] {
  const { memberId, paymentId, cents } = data;
  const invoicing = { ...said, memberId, paymentId, cents, bookedAt: recordedAt.toISOString() };
  return [{ schedule: { key, dueAt: recordedAt, payload: { invoicing, correlationId: metadata.$correlationId } } }];
}
