import type { Books } from './books.ts';
import type { Kept } from './shelves.ts';
import type { Decline } from './domain/cards.ts';
import { prorationCents } from './domain/calendar.ts';
import {
  atPeriodEnd,
  cancelling,
  ended,
  isLive,
  nextDueS,
  paid,
  paymentFailed,
  renewed,
  repriced,
  started,
  type SubscriptionState,
} from './domain/subscription.ts';
import { addInvoice, type InvoiceLine, markFailed, markPaid, soldLines } from './invoices.ts';
import { addIntent, attempt, cardError, decline, LATE_DECLINE, settleIntent } from './payments.ts';
import { invalid, Refusal } from './refusal.ts';
import { letGo, nextPhase } from './schedules.ts';
import { type EventType, type LineItem, listOf, type Metadata, PLAIN, type Price, type Subscription } from './wire.ts';

type KeptSubscription = Kept<'subscription'>;

export interface Sold {
  customer: string;
  lines: readonly LineItem[];
  method: Kept<'payment_method'> | undefined;
  intent: Kept<'payment_intent'> | undefined;
  paid: boolean;
  metadata: Metadata;
}

/** The subscription that a checkout sold, with its first invoice. */
export async function startSubscription(books: Books, sold: Sold): Promise<[KeptSubscription, Kept<'invoice'>]> {
  const line = sold.lines.find(({ price }) => price.recurring !== null);
  if (!line?.price.recurring) throw new Error('a subscription is sold by a recurring price');
  const { interval, interval_count } = line.price.recurring;
  const state = started(books.now, { interval, count: interval_count }, sold.paid);
  const id = books.id('subscription');
  const item = {
    id: books.id('subscription_item'),
    object: 'subscription_item' as const,
    billing_thresholds: null,
    created: books.now,
    current_period_end: state.periodEndS,
    current_period_start: state.periodStartS,
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(line.price),
    price: line.price,
    quantity: line.quantity,
    subscription: id,
    tax_rates: [],
  };
  const plain: Subscription = {
    ...PLAIN.subscription,
    id,
    object: 'subscription',
    billing_cycle_anchor: state.anchorS,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, reason: null },
    created: books.now,
    currency: line.currency,
    customer: sold.customer,
    default_payment_method: sold.method?.body.id ?? null,
    description: null,
    ended_at: null,
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    metadata: sold.metadata,
    start_date: books.now,
    status: state.status,
  };
  const subscription = await books.add<'subscription'>({
    body: plain,
    extra: { state, cardFails: false, pendingCents: 0 },
    dueMs: dueMs(state),
  });
  const invoice = await addInvoice(books, subscription, 'subscription_create', soldLines(sold.lines));
  subscription.body = { ...subscription.body, latest_invoice: invoice.body.id };
  await books.save(subscription);
  await books.tell('customer.subscription.created', subscription.body);
  if (sold.paid) {
    await markPaid(books, invoice, sold.intent?.body.id ?? null);
  } else {
    invoice.extra = { intent: sold.intent?.body.id ?? null };
    await books.save(invoice);
  }
  return [subscription, invoice];
}

/** Applies the bank's answer about the first payment. A plan that has ended meanwhile is paid, but does not start. */
export async function settleFirst(books: Books, id: string, intent: string, succeeded: boolean): Promise<void> {
  const subscription = await books.need('subscription', id);
  const invoice = await books.need('invoice', subscription.body.latest_invoice ?? '');
  await change(books, subscription, succeeded ? paid : (state) => paymentFailed(state, books.now));
  if (succeeded) await markPaid(books, invoice, intent);
  else await markFailed(books, invoice, intent, null);
}

/** What comes by itself at this moment: a retry of what is owed, or the end of the period. */
export async function comeDue(books: Books, subscription: KeptSubscription): Promise<void> {
  const { state } = subscription.extra;
  const retry = state.nextAttemptS !== null && state.nextAttemptS < state.periodEndS;
  await (retry ? retryPayment(books, subscription) : endPeriod(books, subscription));
}

/** As if the current period were over. */
export async function endPeriod(books: Books, subscription: KeptSubscription): Promise<void> {
  const { state } = subscription.extra;
  switch (atPeriodEnd(state)) {
    case 'nothing':
      throw invalid(`A subscription that is ${state.status} has no further period.`);
    case 'end': {
      const owing = state.status === 'past_due';
      return end(books, subscription, owing ? 'payment_failed' : 'cancellation_requested');
    }
    case 'renew': {
      await enterPhase(books, subscription);
      await change(books, subscription, renewed);
      const item = itemOf(subscription.body);
      const { pendingCents } = subscription.extra;
      const { price, quantity } = item;
      const lines: InvoiceLine[] = [
        { amount: price.unit_amount * quantity, description: `${quantity} × plan`, price, quantity, proration: false },
      ];
      if (pendingCents !== 0) {
        lines.push({ amount: pendingCents, description: 'Change of plan', price, quantity: 1, proration: true });
      }
      await bill(books, subscription, 'subscription_cycle', lines);
    }
  }
}

/** Tries again to collect what is owed. @throws Refusal as 400 where nothing is */
export async function retryPayment(books: Books, subscription: KeptSubscription): Promise<void> {
  const { body, extra } = subscription;
  if (extra.state.status !== 'past_due') throw invalid(`A subscription that is ${extra.state.status} owes nothing.`);
  await collect(books, subscription, await books.need('invoice', body.latest_invoice ?? ''));
}

/**
 * What a schedule has for the period that begins: another price, at its own rhythm, and what the subscription is for.
 */
async function enterPhase(books: Books, subscription: KeptSubscription): Promise<void> {
  const phase = await nextPhase(books, subscription);
  if (!phase) return;
  const [{ price: id, quantity } = { price: '', quantity: 1 }] = phase.items;
  const price = (await books.need('price', id)).body;
  if (!price.recurring) throw new Error('a phase is sold by a recurring price');
  const { interval, interval_count: count } = price.recurring;
  const item = itemOf(subscription.body);
  await change(
    books,
    subscription,
    // The phase begins its own rhythm.
    (state) => ({ ...state, anchorS: state.periodEndS, recurrence: { interval, count } }),
    {
      items: { ...subscription.body.items, data: [{ ...item, price, plan: planOf(price), quantity }] },
      metadata: { ...subscription.body.metadata, ...phase.metadata },
    },
  );
}

/** @throws Refusal as 400 where a schedule has the say, as far as that is another end */
export async function cancelAtPeriodEnd(books: Books, subscription: KeptSubscription, atEnd: boolean): Promise<void> {
  requireLive(subscription);
  const { schedule, cancel_at_period_end } = subscription.body;
  if (schedule !== null && atEnd !== cancel_at_period_end) {
    throw invalid(`The subscription is managed by the subscription schedule \`${schedule}\`; release it first.`, {
      param: 'cancel_at_period_end',
    });
  }
  await change(books, subscription, (state) => cancelling(state, atEnd, books.now));
}

export async function end(
  books: Books,
  subscription: KeptSubscription,
  reason: 'cancellation_requested' | 'payment_failed',
): Promise<void> {
  await letGo(books, subscription, 'canceled');
  put(subscription, ended(subscription.extra.state, books.now, reason));
  await books.save(subscription);
  await books.tell('customer.subscription.deleted', subscription.body);
}

export interface PriceChange {
  price: Price;
  quantity: number;
  proration: 'always_invoice' | 'create_prorations' | 'none';
  /** Whether a payment that fails undoes the change. */
  undoIfUnpaid: boolean;
}

/**
 * Another price from now on. At another rhythm a new period begins, which is paid for now.
 *
 * @throws Refusal as 402 where it is to be paid for, cannot be, and is to be undone then
 */
export async function changePrice(books: Books, subscription: KeptSubscription, to: PriceChange): Promise<void> {
  requireLive(subscription);
  if (!to.price.recurring)
    throw invalid('The price specified is set to `type=one_time`.', { param: 'items[0][price]' });
  if (to.price.currency !== subscription.body.currency) {
    throw invalid('The currency of a subscription cannot change.', { param: 'items[0][price]' });
  }
  const before = subscription.extra.state;
  const item = itemOf(subscription.body);
  const toCents = to.price.unit_amount * to.quantity;
  const fromCents = item.price.unit_amount * item.quantity;
  const { interval, interval_count } = to.price.recurring;
  const state = repriced(before, { interval, count: interval_count }, books.now);
  const anew = state !== before;
  const span = { periodStartS: before.periodStartS, periodEndS: before.periodEndS, nowS: books.now };
  // At another rhythm the rest of the old period is given back, and the new period paid in full.
  const adjustment = to.proration === 'none' ? 0 : prorationCents({ ...span, fromCents, toCents: anew ? 0 : toCents });
  const replaced = { ...item, price: to.price, plan: planOf(to.price), quantity: to.quantity };
  await change(books, subscription, () => state, {
    items: { ...subscription.body.items, data: [replaced] },
  });

  const { price, quantity } = to;
  const lines: InvoiceLine[] = [];
  if (anew) lines.push({ amount: toCents, description: 'Plan', price, quantity, proration: false });
  const atOnce = anew || to.proration === 'always_invoice';
  const carried = adjustment + (atOnce ? subscription.extra.pendingCents : 0);
  if (!atOnce) {
    subscription.extra.pendingCents += adjustment;
    await books.save(subscription);
    return;
  }
  if (carried !== 0)
    lines.push({ amount: carried, description: 'Change of plan', price, quantity: 1, proration: true });
  if (lines.length === 0) return;
  const failed = await bill(books, subscription, 'subscription_update', lines);
  if (failed && to.undoIfUnpaid) throw new Refusal(402, cardError(failed));
}

/** Any change that moves no state. */
export async function annotate(
  books: Books,
  subscription: KeptSubscription,
  fields: Partial<Pick<Subscription, 'metadata' | 'description' | 'default_payment_method'>>,
): Promise<void> {
  await change(books, subscription, (state) => state, fields);
}

export function itemOf(body: Subscription) {
  const [item] = body.items.data;
  if (!item) throw new Error(`subscription ${body.id} has no item`);
  return item;
}

async function bill(
  books: Books,
  subscription: KeptSubscription,
  reason: 'subscription_cycle' | 'subscription_update',
  lines: readonly InvoiceLine[],
): Promise<Decline | undefined> {
  const invoice = await addInvoice(books, subscription, reason, lines);
  const total = lines.reduce((sum, line) => sum + line.amount, 0);
  // What an invoice below zero leaves over counts towards the next one.
  subscription.extra.pendingCents = Math.min(total, 0);
  await change(books, subscription, (state) => state, { latest_invoice: invoice.body.id });
  return collect(books, subscription, invoice);
}

async function collect(
  books: Books,
  subscription: KeptSubscription,
  invoice: Kept<'invoice'>,
): Promise<Decline | undefined> {
  if (invoice.body.amount_due === 0) {
    await markPaid(books, invoice, null);
    await change(books, subscription, paid);
    return undefined;
  }
  const { customer, currency, default_payment_method: card } = subscription.body;
  const intent =
    invoice.extra.intent === null
      ? await addIntent(books, {
          amount: invoice.body.amount_due,
          currency,
          customer,
          description: 'Subscription',
          metadata: {},
        })
      : await books.need('payment_intent', invoice.extra.intent);
  const method = card === null ? undefined : await books.find('payment_method', card);
  const failed = await charge(books, subscription, intent, method);
  const { id } = intent.body;
  if (!failed) {
    await markPaid(books, invoice, id);
    await change(books, subscription, paid);
    return undefined;
  }
  const state = paymentFailed(subscription.extra.state, books.now);
  await markFailed(books, invoice, id, state.nextAttemptS);
  if (state.status === 'canceled') await end(books, subscription, 'payment_failed');
  else await change(books, subscription, () => state);
  return failed;
}

async function charge(
  books: Books,
  subscription: KeptSubscription,
  intent: Kept<'payment_intent'>,
  method: Kept<'payment_method'> | undefined,
): Promise<Decline | undefined> {
  if (subscription.extra.cardFails || !method) {
    await decline(books, intent, method, LATE_DECLINE);
    return LATE_DECLINE;
  }
  const outcome = await attempt(books, intent, method);
  if (outcome.kind === 'later') {
    // The bank that was slow at the checkout answers renewals at once.
    await settleIntent(books, intent, outcome.succeeds);
    return outcome.succeeds ? undefined : LATE_DECLINE;
  }
  return outcome.kind === 'declined' ? outcome.decline : undefined;
}

function requireLive(subscription: KeptSubscription): void {
  if (!isLive(subscription.extra.state)) {
    const { status } = subscription.extra.state;
    throw invalid(`A subscription that is ${status} can no longer be changed.`);
  }
}

/** Keeps what the step made of it, and tells what differs, where anything does. */
async function change(
  books: Books,
  subscription: KeptSubscription,
  step: (state: SubscriptionState) => SubscriptionState,
  fields: Partial<Subscription> = {},
): Promise<void> {
  const before = subscription.body;
  subscription.body = { ...before, ...fields };
  put(subscription, step(subscription.extra.state));
  const previous = difference(before, subscription.body);
  await books.save(subscription);
  const type: EventType = 'customer.subscription.updated';
  if (Object.keys(previous).length > 0) await books.tell(type, subscription.body, previous);
}

function put(subscription: KeptSubscription, state: SubscriptionState): void {
  const { body } = subscription;
  const data = body.items.data.map((item) => ({
    ...item,
    current_period_start: state.periodStartS,
    current_period_end: state.periodEndS,
  }));
  subscription.body = {
    ...body,
    billing_cycle_anchor: state.anchorS,
    cancel_at: state.cancelAtPeriodEnd ? state.periodEndS : null,
    cancel_at_period_end: state.cancelAtPeriodEnd,
    canceled_at: state.canceledAtS,
    cancellation_details: { comment: null, feedback: null, reason: state.reason },
    ended_at: state.endedAtS,
    items: { ...body.items, data },
    status: state.status,
  };
  subscription.extra = { ...subscription.extra, state };
  subscription.dueMs = dueMs(state);
}

const dueMs = (state: SubscriptionState) => {
  const due = nextDueS(state);
  return due === null ? null : due * 1000;
};

function difference(before: Subscription, after: Subscription): Record<string, unknown> {
  const changed = Object.entries(before).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(after[key]));
  return Object.fromEntries(changed);
}

const planOf = (price: Price) => ({
  id: price.id,
  object: 'plan',
  active: true,
  amount: price.unit_amount,
  amount_decimal: String(price.unit_amount),
  billing_scheme: 'per_unit',
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval,
  interval_count: price.recurring?.interval_count,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});
