import { Injectable } from '@nestjs/common';
import { Checkouts } from './checkouts.ts';
import {
  StripeOrdersGateway,
  type Declined,
  type OrderPaymentSeen,
  type RefundOutcome,
  type RefundToMake,
} from './stripe-orders.gateway.ts';
import { StripeGateway, type MadeRefund, type OrderToPay } from './stripe.gateway.ts';

export type { Declined, OrderPaymentSeen, RefundOutcome };

/** Payments of orders at the card service. Every call answers 503 where it is away, or is not there at all. */
@Injectable()
export class OrderPayments {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly orders: StripeOrdersGateway,
    private readonly checkouts: Checkouts,
  ) {}

  /** Returns the id of the payment of an order, which has one however often this is called. */
  open(order: OrderToPay): Promise<string> {
    return this.checkouts.attempt(async () => this.orders.open(order, await this.checkouts.customerOf(order.memberId)));
  }

  /** Returns why the card was declined; undefined where it was not. A repeat under the same key charges nothing. */
  tryCard(
    paymentId: string,
    { orderId, method, key }: { orderId: string; method: string; key: string },
  ): Promise<Declined | undefined> {
    return this.checkouts.attempt(async () => {
      const returnUrl = `${await this.checkouts.address()}/checkout?order=${orderId}`;
      return this.orders.confirm(paymentId, { method, returnUrl, key });
    });
  }

  /** Returns how a payment stands; undefined where it is no order's. */
  look(paymentId: string): Promise<OrderPaymentSeen | undefined> {
    return this.checkouts.attempt(() => this.orders.look(paymentId));
  }

  /** Nobody can pay it any more, unless they have already, or a bank is at it. Repeated, it changes nothing. */
  cancel(paymentId: string): Promise<void> {
    return this.checkouts.attempt(() => this.orders.cancel(paymentId));
  }

  /** Gives back what is left of a payment, once, and returns all that has gone back of it. */
  giveBack(paymentId: string): Promise<MadeRefund[]> {
    return this.checkouts.attempt(async () => {
      await this.gateway.giveBack(paymentId);
      return this.gateway.refundsOf(paymentId);
    });
  }

  /** Gives back a part of a payment, once for its request. */
  refund(refund: RefundToMake): Promise<RefundOutcome> {
    return this.checkouts.attempt(() => this.orders.refund(refund));
  }

  /** Returns what has gone back of a payment, the oldest first. */
  refundsOf(paymentId: string): Promise<MadeRefund[]> {
    return this.checkouts.attempt(() => this.gateway.refundsOf(paymentId));
  }
}
