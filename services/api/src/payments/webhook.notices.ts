import { z } from 'zod';
import { disputeOutcomeOf, type SignedEvent } from './stripe.gateway.ts';

/** What an event is about. What is told of things that change is only a reason to look how they stand now. */
export type Notice =
  | {
      about: 'wallet-payment';
      memberId: string;
      paymentId: string;
      sessionId: string;
      cents: number;
      livemode: boolean;
    }
  | { about: 'order-payment'; paymentId: string }
  | { about: 'plans'; customer: string }
  | { about: 'refunds'; paymentId: string }
  | { about: 'dispute'; dispute: Dispute }
  /** `strange` where somebody should look. */
  | { about: 'nothing'; why: string; strange: boolean };

export interface Dispute {
  disputeId: string;
  paymentId: string;
  cents: number;
  outcome: 'frozen' | 'released' | 'lost';
  reason: string | null;
}

const id = z.union([z.string(), z.object({ id: z.string() }).transform((object) => object.id)]);

const sessionShape = z.object({
  id: z.string(),
  mode: z.string(),
  payment_status: z.string(),
  amount_total: z.int().nullable(),
  currency: z.string().nullable(),
  customer: id.nullable(),
  payment_intent: id.nullable(),
  metadata: z.record(z.string(), z.string()).nullable(),
  livemode: z.boolean(),
});
const intentShape = z.object({ id: z.string(), metadata: z.record(z.string(), z.string()).nullish() });
const ofPayment = z.object({ payment_intent: id.nullable() });
const ofCustomer = z.object({ customer: id });
const disputeShape = z.object({
  id: z.string(),
  amount: z.int(),
  status: z.string(),
  reason: z.string().nullable(),
  payment_intent: id.nullable(),
});

const nothing = (why: string, strange = false): Notice => ({ about: 'nothing', why, strange });

/** @throws ZodError where an event of a known type has another shape than its version's */
export function noticeOf({ type, object }: Pick<SignedEvent, 'type' | 'object'>): Notice {
  switch (type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
      return ofSession(object);
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired':
      return nothing('nothing was paid');
    case 'payment_intent.succeeded':
    case 'payment_intent.payment_failed':
      return ofIntent(object);
    case 'charge.refunded':
    case 'refund.created':
    case 'refund.updated':
    case 'refund.failed':
    case 'charge.refund.updated': {
      const { payment_intent: paymentId } = ofPayment.parse(object);
      return paymentId === null ? nothing('a refund of no payment of ours') : { about: 'refunds', paymentId };
    }
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.closed':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
      return ofDispute(object);
    case 'invoice.paid':
    case 'invoice.payment_failed':
    case 'customer.subscription.created':
    case 'customer.subscription.updated':
    case 'customer.subscription.deleted':
      return { about: 'plans', customer: ofCustomer.parse(object).customer };
    default:
      return nothing('no concern of ours');
  }
}

function ofSession(object: unknown): Notice {
  const session = sessionShape.parse(object);
  const { mode, payment_status, amount_total, currency, customer, payment_intent, metadata, livemode } = session;
  if (mode === 'subscription') return customer === null ? nothing('nobody’s plan') : { about: 'plans', customer };
  const memberId = metadata?.['memberId'];
  if (metadata?.['kind'] !== 'wallet' || memberId === undefined) return nothing('a session that is not ours');
  if (payment_status !== 'paid') return nothing('its bank has yet to answer');
  if (currency !== 'usd' || payment_intent === null || !amount_total)
    return nothing('money came, and not in dollars', true);
  return {
    about: 'wallet-payment',
    memberId,
    livemode,
    paymentId: payment_intent,
    sessionId: session.id,
    cents: amount_total,
  };
}

/** What is paid on a page of the card service is told of as that page's. */
function ofIntent(object: unknown): Notice {
  const { id: paymentId, metadata } = intentShape.parse(object);
  return metadata?.['kind'] === 'order' ? { about: 'order-payment', paymentId } : nothing('no payment of an order');
}

/** While a bank only asks, nothing has been taken. */
function ofDispute(object: unknown): Notice {
  const { id: disputeId, amount, status, reason, payment_intent: paymentId } = disputeShape.parse(object);
  if (paymentId === null) return nothing('a dispute of no payment of ours');
  const outcome = disputeOutcomeOf(status);
  if (outcome === undefined) return nothing('nothing was taken');
  return {
    about: 'dispute',
    dispute: { disputeId, paymentId, cents: amount, outcome, reason },
  };
}
