import type { Books } from './books.ts';
import { answerBank, settle, submit, type Submitted } from './checkout.ts';
import { closeDispute, type DisputeOrder, openDispute } from './disputes.ts';
import { failRefund } from './refunds.ts';
import type { Store } from './store.ts';
import { endPeriod, retryPayment } from './subscriptions.ts';
import type { CheckoutSession, Dispute, PaymentIntent, Refund, Subscription } from './wire.ts';

const NO_CAUSE = { requestId: null, idempotencyKey: null };

/** What members, banks and time do, on demand. Each throws a Refusal where it cannot be done. */
export class Controls {
  readonly #store: Store;
  readonly #settleMs: number | null;

  /** @param settleMs how long a slow bank takes; null where only `settle` answers for it */
  constructor(store: Store, settleMs: number | null) {
    this.#store = store;
    this.#settleMs = settleMs;
  }

  /** Hands in a card on a session's page. */
  pay(sessionId: string, card: string): Promise<{ outcome: Submitted; session: CheckoutSession }> {
    return this.#change(async (books) => {
      const session = await books.need('checkout.session', sessionId);
      const outcome = await submit(books, session, card, this.#settleMs);
      return { outcome, session: books.shown(session.body) };
    });
  }

  /** Lets the bank answer that a session's payment is waiting for. */
  settle(sessionId: string, succeeded: boolean): Promise<CheckoutSession> {
    return this.#change(async (books) => {
      const session = await books.need('checkout.session', sessionId);
      await settle(books, session, succeeded);
      return books.shown(session.body);
    });
  }

  /** Answers a bank that asks, as the cardholder does on its page. */
  authenticate(intentId: string, succeeded: boolean): Promise<PaymentIntent> {
    return this.#change(async (books) => {
      const intent = await books.need('payment_intent', intentId);
      await answerBank(books, intent, succeeded);
      return intent.body;
    });
  }

  openDispute(charge: string, order: DisputeOrder): Promise<Dispute> {
    return this.#change(
      async (books) => (await openDispute(books, await books.need('charge', charge, 'charge'), order)).body,
    );
  }

  closeDispute(id: string, outcome: 'won' | 'lost'): Promise<Dispute> {
    return this.#change(async (books) => {
      const dispute = await books.need('dispute', id);
      await closeDispute(books, dispute, outcome);
      return dispute.body;
    });
  }

  failRefund(id: string): Promise<Refund> {
    return this.#change(async (books) => {
      const refund = await books.need('refund', id);
      await failRefund(books, refund);
      return refund.body;
    });
  }

  /** Ends the running period of a subscription now, and so many more. */
  advance(subscriptionId: string, periods: number): Promise<Subscription> {
    return this.#change(async (books) => {
      const subscription = await books.need('subscription', subscriptionId);
      for (let period = 0; period < periods; period += 1) await endPeriod(books, subscription);
      return subscription.body;
    });
  }

  /** Says whether charges to a subscription's card are declined from now on. */
  failPayments(subscriptionId: string, cardFails: boolean): Promise<Subscription> {
    return this.#change(async (books) => {
      const subscription = await books.need('subscription', subscriptionId);
      subscription.extra = { ...subscription.extra, cardFails };
      await books.save(subscription);
      return subscription.body;
    });
  }

  /** Tries once more to collect what a subscription owes. */
  retry(subscriptionId: string): Promise<Subscription> {
    return this.#change(async (books) => {
      const subscription = await books.need('subscription', subscriptionId);
      await retryPayment(books, subscription);
      return subscription.body;
    });
  }

  #change<Result>(work: (books: Books) => Promise<Result>): Promise<Result> {
    return this.#store.change(NO_CAUSE, work);
  }
}
