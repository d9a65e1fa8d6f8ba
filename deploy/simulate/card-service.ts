import { billingPeriods, planCards, planChargeCents } from '@easel/contracts/subscriptions/policy';
import type { Logger } from 'pino';
import type { ApiReply, ApiRequest } from '../stand-ins/stripe/api.ts';
import type { Archive, DueDelivery } from '../stand-ins/stripe/archive/archive.ts';
import type { Books } from '../stand-ins/stripe/books.ts';
import { waitMs } from '../stand-ins/backoff.ts';
import { cardOf, isDecline, type Card } from '../stand-ins/stripe/domain/cards.ts';
import { whyNot } from '../stand-ins/stripe/domain/payment-intent.ts';
import { addMethod, attempt, authenticate, settleIntent } from '../stand-ins/stripe/payments.ts';
import { refund } from '../stand-ins/stripe/refunds.ts';
import { invalid, Refusal } from '../stand-ins/stripe/refusal.ts';
import type { BodyOf, Shelf } from '../stand-ins/stripe/shelves.ts';
import { signatureOf } from '../stand-ins/stripe/signature.ts';
import { StandIn } from '../stand-ins/stripe/stand-in.ts';
import { cancelAtPeriodEnd } from '../stand-ins/stripe/subscriptions.ts';
import type { OrderPayment, PaidPlan, Payment } from './invariants/evidence.ts';

export const SECRET_KEY = 'sk_test_simulated';
export const WEBHOOK_SECRET = 'whsec_simulated';
export const CARDS_ADDRESS = 'http://cards.simulated';

const EVERYTHING = 1_000_000;
const RETRY_FIRST_MS = 1_000;
const NO_CAUSE = { requestId: null, idempotencyKey: null };

/** The stand-in's own logic, and the hands of those who use it from outside: payers, banks, operators. */
export class CardService {
  private readonly standIn: StandIn;

  constructor(archive: Archive, logger: Logger) {
    this.standIn = new StandIn({
      archive,
      secretKey: SECRET_KEY,
      webhookSecret: WEBHOOK_SECRET,
      // Who brings its events, and when, the world decides.
      webhookUrl: null,
      post: () => Promise.reject(new Error('nothing is sent from here')),
      retryFirstMs: RETRY_FIRST_MS,
      // A slow bank answers when somebody says what.
      settleMs: null,
      nowMs: () => Date.now(),
      origin: () => CARDS_ADDRESS,
      logger,
    });
  }

  answer(request: ApiRequest): Promise<ApiReply> {
    return this.standIn.api.answer(request);
  }

  /** Sends a card from the page at that address; what comes of it the events tell. */
  pay(url: string, card: string): Promise<void> {
    return requested(() => this.standIn.controls.pay(url.slice(url.lastIndexOf('/') + 1), card));
  }

  settle(session: string, succeeded: boolean): Promise<void> {
    return requested(() => this.standIn.controls.settle(session, succeeded));
  }

  /** Keeps a card, as the browser does by the card service's own fields, and returns what it is called there. */
  async keep(card: string): Promise<string> {
    let id = '';
    await this.change(async (books) => {
      ({ id } = (await addMethod(books, knownCard(card), null)).body);
    });
    return id;
  }

  /** Confirms the payment of an order with a card, as the browser does that has its client secret. */
  confirm(intent: string, card: string): Promise<void> {
    return this.change(async (books) => {
      const kept = await books.need('payment_intent', intent);
      const refused = whyNot(kept.body.status, 'confirm');
      if (refused !== undefined) throw invalid(refused);
      await attempt(books, kept, await addMethod(books, knownCard(card), kept.body.customer), {});
    });
  }

  /** Answers for the bank of an order's payment: one that asks the cardholder, or that took its time. */
  answerOrder(intent: string, succeeded: boolean): Promise<void> {
    return this.change(async (books) => {
      const kept = await books.need('payment_intent', intent);
      if (kept.body.status === 'requires_action') await authenticate(books, kept, succeeded);
      else if (kept.body.status === 'processing') await settleIntent(books, kept, succeeded);
    });
  }

  /** All that is left where no amount is said. */
  refund(charge: string, amount: number | undefined): Promise<void> {
    return this.change(async (books) =>
      refund(books, await books.need('charge', charge), { amount, reason: null, metadata: {} }),
    );
  }

  failRefund(id: string): Promise<void> {
    return requested(() => this.standIn.controls.failRefund(id));
  }

  dispute(charge: string, amount: number | undefined): Promise<void> {
    return requested(() => this.standIn.controls.openDispute(charge, { amount, reason: 'fraudulent' }));
  }

  closeDispute(id: string, outcome: 'won' | 'lost'): Promise<void> {
    return requested(() => this.standIn.controls.closeDispute(id, outcome));
  }

  /** As by the buttons of the page for cards, invoices and cancelling. */
  cancelAtEnd(subscription: string, atEnd: boolean): Promise<void> {
    return this.change(async (books) =>
      cancelAtPeriodEnd(books, await books.need('subscription', subscription), atEnd),
    );
  }

  /** Whether charges to its card are declined from now on. */
  declineRenewals(subscription: string, cardFails: boolean): Promise<void> {
    return this.change(async (books) => {
      const kept = await books.need('subscription', subscription);
      kept.extra = { ...kept.extra, cardFails };
      await books.save(kept);
    });
  }

  /** Does what has come due: periods' ends, retries, pages that expire. */
  async tick(): Promise<void> {
    await this.standIn.clockwork.tick();
  }

  /** When something happens here by itself, or is to be delivered again; null where nothing ever is. */
  async nextDueMs(): Promise<number | null> {
    const { objects, deliveries } = this.standIn.store.records;
    const due = [await objects.nextDueMs(), await deliveries.nextDueMs()].filter((one) => one !== null);
    return due.length === 0 ? null : Math.min(...due);
  }

  all<S extends Shelf>(shelf: S): Promise<BodyOf<S>[]> {
    return this.standIn.store.records.objects.list(shelf, { fields: {}, except: {}, limit: EVERYTHING });
  }

  dueDeliveries(): Promise<DueDelivery[]> {
    return this.standIn.store.records.deliveries.due(Date.now(), EVERYTHING);
  }

  /** Types of events that have been brought, and were not taken yet. */
  async untaken(): Promise<string[]> {
    return (await this.standIn.store.records.deliveries.waiting(EVERYTHING)).map(({ type }) => type);
  }

  /** As it is sent. */
  signed({ body }: DueDelivery): string {
    return signatureOf(body, WEBHOOK_SECRET, Math.floor(Date.now() / 1000));
  }

  /** Notes what came of an attempt to deliver; what was not taken comes again. */
  async note({ id, attempts }: DueDelivery, taken: boolean): Promise<void> {
    const dueMs = Date.now() + waitMs(attempts + 1, RETRY_FIRST_MS);
    const state = taken ? 'delivered' : 'pending';
    await this.standIn.store.records.deliveries.note(id, {
      state,
      dueMs,
      attempts: attempts + 1,
      status: taken ? 200 : null,
    });
  }

  /** The event is on its way once more. */
  async copy({ event, attempts }: DueDelivery): Promise<void> {
    const ids = await this.standIn.store.records.deliveries.copy({ event }, 1);
    for (const id of ids) {
      await this.standIn.store.records.deliveries.note(id, {
        state: 'pending',
        dueMs: Date.now(),
        attempts,
        status: null,
      });
    }
  }

  /** What has been paid here and what became of it. */
  async payments(): Promise<Payment[]> {
    const [intents, refunds, disputes] = await Promise.all([
      this.all('payment_intent'),
      this.all('refund'),
      this.all('dispute'),
    ]);
    const payments: Payment[] = [];
    for (const { id, status, amount_received: cents, created, metadata } of intents.toReversed()) {
      if (status !== 'succeeded') continue;
      const paid = await this.planPaidBy(id);
      const memberId = paid?.memberId ?? metadata['memberId'];
      if (memberId === undefined) throw new Error(`payment ${id} is nobody’s`);
      payments.push({
        id,
        memberId,
        orderId: metadata['orderId'],
        cents,
        paidAtMs: Number(created) * 1000,
        refunds: refunds
          .filter(({ payment_intent }) => payment_intent === id)
          .map((one) => ({
            id: one.id,
            cents: one.amount,
            failed: one.status === 'failed',
            // Nobody else gives a reason of such a name here.
            isRest: one.metadata['reason'] !== undefined,
            requestId: one.metadata['requestId'],
          })),
        disputes: disputes
          .filter(({ payment_intent }) => payment_intent === id)
          .map((one) => ({
            id: one.id,
            cents: one.amount,
            state: one.status === 'needs_response' ? 'open' : one.status,
          })),
        plan: paid?.plan,
      });
    }
    return payments;
  }

  /** Every payment that was opened for an order, with the charges that were made of it. */
  async orderPayments(): Promise<OrderPayment[]> {
    const [intents, charges] = await Promise.all([this.all('payment_intent'), this.all('charge')]);
    return intents.toReversed().flatMap(({ id, amount, status, metadata: { orderId } }) => {
      if (orderId === undefined) return [];
      const made = charges.filter(({ payment_intent, paid }) => payment_intent === id && paid);
      const chargedAtMs = made.map(({ created }) => Number(created) * 1000);
      return [{ id, orderId, cents: amount, status, chargedCents: made.map((charge) => charge.amount), chargedAtMs }];
    });
  }

  /** What the plan's invoice that an intent paid was for; undefined where it paid none. */
  private async planPaidBy(intent: string): Promise<{ memberId: string | undefined; plan: PaidPlan } | undefined> {
    const { objects } = this.standIn.store.records;
    const invoice = (await objects.besides('invoice', 'intent', intent))?.body;
    if (!invoice) return undefined;
    const { subscription: subscriptionId } = (invoice['parent'] as { subscription_details: { subscription: string } })
      .subscription_details;
    const subscription = await objects.find('subscription', subscriptionId);
    const plan = {
      subscriptionId,
      ...soldFor(invoice.amount_paid),
      startMs: invoice.period_start * 1000,
      endMs: invoice.period_end * 1000,
    };
    return { memberId: subscription?.body.metadata['memberId'], plan };
  }

  private change(work: (books: Books) => Promise<unknown>): Promise<void> {
    return requested(() => this.standIn.store.change(NO_CAUSE, work));
  }
}

/** What cannot be done there is a request that came to nothing. */
async function requested(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
  }
}

/** A test card that the card service knows. */
function knownCard(number: string): Card {
  const card = cardOf(number);
  if (isDecline(card)) throw new Error(`${number.slice(-4)} is no test card`);
  return card;
}

/** Every plan has a price of its own. */
function soldFor(cents: number): Pick<PaidPlan, 'tier' | 'period'> {
  for (const { tier } of planCards) {
    for (const period of billingPeriods) if (planChargeCents(tier, period) === cents) return { tier, period };
  }
  throw new Error(`no plan is sold for ${cents} cents`);
}
