import type { SeenRefund } from '@easel/contracts/subscriptions/seen-plans.policy';
import { Injectable } from '@nestjs/common';
import { Checkouts } from './checkouts.ts';
import { StripeGateway, type Declined, type OrderPaymentSeen, type OrderToPay } from './stripe.gateway.ts';

export type { Declined, OrderPaymentSeen };

/** Payments of orders at the card service. Every call answers 503 where it is away, or is not there at all. */
@Injectable()
export class OrderPayments {
  constructor(
    private readonly gateway: StripeGateway,
    private readonly checkouts: Checkouts,
  ) {}

  /** Returns the id of the payment of an order, which has one however often this is called. */
  open(order: OrderToPay): Promise<string> {
    return this.checkouts.attempt(async () =>
      this.gateway.openOrderPayment(order, await this.checkouts.customerOf(order.memberId)),
    );
  }

  /** Returns why the card was declined; undefined where it was not. A repeat under the same key charges nothing. */
  tryCard(
    paymentId: string,
    { orderId, method, key }: { orderId: string; method: string; key: string },
  ): Promise<Declined | undefined> {
    return this.checkouts.attempt(async () => {
      const returnUrl = `${await this.checkouts.address()}/checkout?order=${orderId}`;
      return this.gateway.confirmOrderPayment(paymentId, { method, returnUrl, key });
    });
  }

  /** Returns how a payment stands; undefined where it is no order's. */
  look(paymentId: string): Promise<OrderPaymentSeen | undefined> {
    return this.checkouts.attempt(() => this.gateway.orderPayment(paymentId));
  }

  /** Nobody can pay it any more, unless they have already, or a bank is at it. Repeated, it changes nothing. */
  cancel(paymentId: string): Promise<void> {
    return this.checkouts.attempt(() => this.gateway.cancelOrderPayment(paymentId));
  }

  /** Gives back what is left of a payment, once, and returns all that has gone back of it. */
  giveBack(paymentId: string): Promise<SeenRefund[]> {
    return this.checkouts.attempt(async () => {
      await this.gateway.giveBack(paymentId);
      return this.gateway.refundsOf(paymentId);
    });
  }
}
