import { Refused } from '@easel/contracts/kernel/problem';
import { orderProblems } from '@easel/contracts/orders/policy';
import { Injectable } from '@nestjs/common';
import { dateOf, digest, failed, ignoring, objectOf, PAGE, Stripe } from './stripe-library.gateway.ts';
import { disputesOf, orderIn, REQUEST, StripeGateway, type OrderToPay } from './stripe.gateway.ts';

/** An attempt to pay that failed; `message` is for the cardholder. */
export interface Declined {
  /** Such as `insufficient_funds`. */
  reason: string;
  message: string;
  /** `ch_…`; undefined where it did not get as far as the bank. */
  chargeId: string | undefined;
}

/** The payment of an order, as Stripe has it now. */
export interface OrderPaymentSeen extends OrderToPay {
  paymentId: string;
  /** `open`: a card can be tried. `processing`: a bank takes its time. */
  status: 'open' | 'processing' | 'paid' | 'cancelled';
  livemode: boolean | undefined;
  /** Of use where it is paid. */
  paidAt: Date;
  /** Page on which the bank asks the cardholder; null unless it waits for that. */
  authenticateAt: string | null;
  /** For the browser to confirm with. */
  clientSecret: string | null;
  /** The last attempt, where it failed. */
  declined: Declined | undefined;
}

/** A payment of an order that a card made, with what went back of it; for comparing it with the order. */
export interface PaidOrderPayment extends OrderToPay {
  paymentId: string;
  refundedCents: number;
  paidAt: Date;
  /** The newest refund; undefined where there is none. */
  refundedAt: Date | undefined;
}

/** What goes back of an order, once for its request. */
export interface RefundToMake {
  paymentId: string;
  requestId: string;
  cents: number;
}

/**
 * What became of a refund. `in-dispute`: it can be made only if the dispute of the payment is won. `nothing-left`: all
 * of the payment has gone back already.
 */
export type RefundOutcome = 'made' | 'in-dispute' | 'dispute-lost' | 'nothing-left' | { refused: string };

/** Payments of orders at Stripe. Every call throws CardServiceFailed where it is away or refuses. */
@Injectable()
export class StripeOrdersGateway {
  constructor(private readonly gateway: StripeGateway) {}

  /** Returns the id of an order's only payment; a repeat after a lost answer returns the same one. */
  open({ orderId, memberId, cents }: OrderToPay, customer: string): Promise<string> {
    return this.gateway.ask(async (stripe) => {
      const { id } = await stripe.paymentIntents.create(
        {
          amount: cents,
          currency: 'usd',
          customer,
          description: 'Order',
          metadata: { memberId, kind: 'order', orderId },
          allowed_payment_method_types: ['card'],
        },
        { idempotencyKey: `order:${orderId}` },
      );
      return id;
    });
  }

  /**
   * Tries a card. Returns why it was declined; undefined where it was not, or where the payment takes no card any more.
   * A bank that asks the cardholder first leads back to `returnUrl`. Throws paymentRefused where there is no such
   * payment method.
   */
  confirm(
    id: string,
    { method, returnUrl, key }: { method: string; returnUrl: string; key: string },
  ): Promise<Declined | undefined> {
    return this.gateway.ask(async (stripe) => {
      try {
        await ignoring('payment_intent_unexpected_state', () =>
          stripe.paymentIntents.confirm(
            id,
            { payment_method: method, return_url: returnUrl },
            { idempotencyKey: `confirm:${digest(key)}` },
          ),
        );
        return undefined;
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) return declinedBy(error);
        if (!isMissingMethod(error)) throw error;
        throw new Refused(orderProblems.paymentRefused, { message: error.message });
      }
    });
  }

  /** Undefined where it is no order's. */
  look(id: string): Promise<OrderPaymentSeen | undefined> {
    return this.gateway.ask(async (stripe) => {
      const intent = await ignoring('resource_missing', () =>
        stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
      );
      const order = intent && orderIn(intent.metadata);
      if (!order) return undefined;
      const { status, amount, created, client_secret: clientSecret, last_payment_error: error, next_action } = intent;
      return {
        ...order,
        paymentId: intent.id,
        status: orderPaymentStatusOf(status),
        cents: amount,
        livemode: this.gateway.livemodeOf(intent),
        paidAt: dateOf(objectOf(intent.latest_charge)?.created ?? created),
        authenticateAt: status === 'requires_action' ? (next_action?.redirect_to_url?.url ?? null) : null,
        clientSecret,
        declined: error ? declinedBy(error) : undefined,
      };
    });
  }

  /** Cancels all open payments of orders of a customer who is erased. */
  async cancelOpen(customer: string): Promise<void> {
    await this.gateway.ask(async (stripe) => {
      for await (const { id, status, metadata } of stripe.paymentIntents.list({ customer, limit: PAGE })) {
        if (!orderIn(metadata) || orderPaymentStatusOf(status) !== 'open') continue;
        await ignoring('payment_intent_unexpected_state', () => stripe.paymentIntents.cancel(id));
      }
    });
  }

  /** Lists all payments of orders that a card made, the newest first. */
  async *paidOrders(): AsyncIterable<PaidOrderPayment> {
    try {
      const { paymentIntents } = this.gateway.need();
      for await (const intent of paymentIntents.list({ limit: PAGE, expand: ['data.latest_charge.refunds'] })) {
        const order = orderIn(intent.metadata);
        if (order && intent.status === 'succeeded') yield { ...order, ...paidBy(intent) };
      }
    } catch (error) {
      throw failed(error);
    }
  }

  /** Repeated, or once it is paid, it changes nothing. */
  async cancel(id: string): Promise<void> {
    await this.gateway.ask((stripe) =>
      ignoring('payment_intent_unexpected_state', () => stripe.paymentIntents.cancel(id)),
    );
  }

  /**
   * Gives back a part of a payment, or what is left of it where that is less: once for its request, however late it is
   * repeated.
   */
  refund({ paymentId, requestId, cents }: RefundToMake): Promise<RefundOutcome> {
    return this.gateway.ask(async (stripe) => {
      // Stripe forgets an idempotency key after a day.
      for await (const { metadata } of stripe.refunds.list({ payment_intent: paymentId, limit: PAGE })) {
        if (metadata?.[REQUEST] === requestId) return 'made';
      }
      const disputes = await disputesOf(stripe, paymentId);
      if (disputes.some(({ outcome }) => outcome === 'lost')) return 'dispute-lost';
      if (disputes.some(({ outcome }) => outcome === 'frozen')) return 'in-dispute';
      const amount = Math.min(cents, await leftOf(stripe, paymentId));
      if (amount <= 0) return 'nothing-left';
      // Stripe answers the same to the same key, also a refusal: another sum, or a dispute that was won, has its own.
      const idempotencyKey = `refund:${requestId}:${amount}:${disputes.length}`;
      try {
        const refund = { payment_intent: paymentId, amount, metadata: { [REQUEST]: requestId } };
        await stripe.refunds.create(refund, { idempotencyKey });
        return 'made';
      } catch (error) {
        if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
        if (error.code === 'charge_disputed') return 'in-dispute';
        // Something else of it went back in between: the next attempt asks for less.
        if (PASSING.has(error.code ?? '') || (await leftOf(stripe, paymentId)) < amount) throw error;
        return { refused: error.code ?? error.message };
      }
    });
  }
}

function paidBy(intent: Stripe.PaymentIntent): Omit<PaidOrderPayment, 'orderId' | 'memberId'> {
  const { id: paymentId, amount: cents, created } = intent;
  const charge = objectOf(intent.latest_charge);
  const newest = charge?.refunds?.data[0];
  return {
    paymentId,
    cents,
    refundedCents: charge?.amount_refunded ?? 0,
    paidAt: dateOf(charge?.created ?? created),
    refundedAt: newest && dateOf(newest.created),
  };
}

/** Returns the cents of a payment that have not gone back, and are not about to. */
async function leftOf(stripe: Stripe, paymentId: string): Promise<number> {
  const intent = await stripe.paymentIntents.retrieve(paymentId, { expand: ['latest_charge'] });
  const charge = objectOf(intent.latest_charge);
  return charge ? charge.amount - charge.amount_refunded : 0;
}

/** Reasons to refuse that pass by themselves; for any other the money never goes back this way. */
const PASSING: ReadonlySet<string> = new Set(['balance_insufficient', 'lock_timeout']);

function orderPaymentStatusOf(status: Stripe.PaymentIntent.Status): OrderPaymentSeen['status'] {
  switch (status) {
    case 'succeeded':
      return 'paid';
    case 'processing':
      return 'processing';
    case 'canceled':
      return 'cancelled';
    default:
      return 'open';
  }
}

/** As the library throws it, or as the payment remembers it. */
const declinedBy = ({
  decline_code,
  code,
  message,
  charge,
}: Pick<Stripe.PaymentIntent.LastPaymentError, 'decline_code' | 'code' | 'message' | 'charge'>): Declined => ({
  // Of what has no such code the library makes an empty text.
  reason: decline_code || (code ?? 'card_declined'),
  message: message ?? orderProblems.paymentRefused.message,
  chargeId: charge,
});

const isMissingMethod = (error: unknown): error is Error =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'resource_missing' &&
  error.param === 'payment_method';
