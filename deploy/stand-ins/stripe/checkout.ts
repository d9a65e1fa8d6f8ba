import { z } from 'zod';
import type { Books } from './books.ts';
import type { Kept } from './shelves.ts';
import { addPrice, priceDataShape } from './catalogue.ts';
import { addCustomer } from './customers.ts';
import { cardOf, type Decline, isDecline } from './domain/cards.ts';
import { opened, type SessionStep, type Standing, take } from './domain/checkout-session.ts';
import { address, flag, ignored, integer, list, metadata, text, whole } from './params.ts';
import { addIntent, addMethod, type Attempt, attempt, authenticate, decline, settleIntent } from './payments.ts';
import { invalid } from './refusal.ts';
import { settleFirst, startSubscription } from './subscriptions.ts';
import { type CheckoutSession, type LineItem, PLAIN } from './wire.ts';

type KeptSession = Kept<'checkout.session'>;

const HOUR_S = 3_600;
const EXPIRES_AFTER_S = 24 * HOUR_S;
const EARLIEST_EXPIRY_S = HOUR_S / 2;
/** Stripe takes no payment in dollars below this. */
const LEAST_CENTS = 50;
const MOST_CENTS = 99_999_999;

export const sessionShape = z.object({
  mode: z.enum(['payment', 'subscription']),
  success_url: address,
  cancel_url: address.optional(),
  client_reference_id: text.max(200).optional(),
  customer: text.optional(),
  customer_email: text.max(512).optional(),
  customer_creation: z.enum(['always', 'if_required']).optional(),
  expires_at: integer.optional(),
  metadata: metadata.optional(),
  line_items: list(
    z.strictObject({
      price: text.optional(),
      price_data: priceDataShape.optional(),
      quantity: whole.optional(),
      ...ignored('adjustable_quantity', 'tax_rates', 'metadata'),
    }),
  ),
  payment_intent_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      ...ignored(
        'capture_method',
        'receipt_email',
        'setup_future_usage',
        'statement_descriptor',
        'statement_descriptor_suffix',
        'shipping',
        'transfer_group',
      ),
    })
    .optional(),
  subscription_data: z
    .strictObject({
      description: text.optional(),
      metadata: metadata.optional(),
      ...ignored('billing_mode', 'proration_behavior', 'trial_settings'),
    })
    .optional(),
  allow_promotion_codes: flag.optional(),
  ...ignored(
    'adaptive_pricing',
    'automatic_tax',
    'billing_address_collection',
    'branding_settings',
    'consent_collection',
    'currency',
    'custom_text',
    'customer_update',
    'integration_identifier',
    'invoice_creation',
    'locale',
    'payment_method_collection',
    'payment_method_options',
    'payment_method_types',
    'phone_number_collection',
    'submit_type',
    'tax_id_collection',
    'ui_mode',
  ),
});

export async function createSession(books: Books, given: z.output<typeof sessionShape>): Promise<KeptSession> {
  if (given.customer !== undefined && given.customer_email !== undefined) {
    throw invalid('You may only specify one of these parameters: customer, customer_email.', { param: 'customer' });
  }
  const customer = given.customer === undefined ? null : await books.need('customer', given.customer, 'customer');
  const lines = await linesOf(books, given);
  const total = lines.reduce((sum, line) => sum + line.amount_total, 0);
  if (total > MOST_CENTS) {
    throw invalid(`The total amount due must be no more than ${MOST_CENTS}.`, { code: 'amount_too_large' });
  }
  if (total > 0 && total < LEAST_CENTS) {
    const message = `The Checkout Session's total amount due must add up to at least $0.50 usd`;
    throw invalid(message, { code: 'amount_too_small' });
  }
  const expiresAt = given.expires_at ?? books.now + EXPIRES_AFTER_S;
  if (expiresAt < books.now + EARLIEST_EXPIRY_S || expiresAt > books.now + EXPIRES_AFTER_S) {
    const message =
      'The `expires_at` timestamp must be between 30 minutes and 24 hours from Checkout Session creation.';
    throw invalid(message, { param: 'expires_at' });
  }
  const email = customer?.body.email ?? given.customer_email ?? null;
  const standing = opened(total);
  const body: CheckoutSession = {
    ...PLAIN.session,
    id: books.id('checkout.session'),
    object: 'checkout.session',
    amount_subtotal: total,
    amount_total: total,
    cancel_url: given.cancel_url ?? null,
    client_reference_id: given.client_reference_id ?? null,
    created: books.now,
    currency: lines[0]?.currency ?? 'usd',
    customer: customer?.body.id ?? null,
    customer_creation: given.customer_creation ?? (given.mode === 'payment' ? 'if_required' : 'always'),
    customer_details:
      email === null ? null : { address: null, email, name: null, phone: null, tax_exempt: 'none', tax_ids: [] },
    customer_email: given.customer_email ?? null,
    expires_at: expiresAt,
    invoice: null,
    metadata: given.metadata ?? {},
    mode: given.mode,
    payment_intent: null,
    payment_status: standing.payment,
    status: standing.status,
    subscription: null,
    success_url: given.success_url,
    url: null,
  };
  return books.add<'checkout.session'>({
    body,
    extra: {
      lines,
      intent: null,
      awaiting: false,
      intentMetadata: given.payment_intent_data?.metadata ?? {},
      description: given.payment_intent_data?.description ?? given.subscription_data?.description ?? null,
      subscriptionMetadata: given.subscription_data?.metadata ?? {},
    },
    dueMs: expiresAt * 1000,
  });
}

export type Submitted =
  | { kind: 'done' }
  | { kind: 'declined'; decline: Decline }
  /** The cardholder answers the bank at this address. */
  | { kind: 'authentication'; url: string }
  /** It expired before the card came. */
  | { kind: 'expired' };

/**
 * The member sent a card number from the page. A second click finds the session complete, and pays nothing.
 *
 * @param settleMs how long a slow bank takes, or null where only a control call answers for it
 */
export async function submit(
  books: Books,
  session: KeptSession,
  number: string,
  settleMs: number | null,
): Promise<Submitted> {
  if (session.body.status === 'complete') return { kind: 'done' };
  if (session.body.status === 'expired') return { kind: 'expired' };
  if (books.now >= session.body.expires_at) {
    await expireSession(books, session);
    return { kind: 'expired' };
  }
  const free = session.body.payment_status === 'no_payment_required';
  const card = free ? undefined : cardOf(number);
  if (card && isDecline(card) && card.code === 'incorrect_number') return { kind: 'declined', decline: card };
  const customer = await customerOf(books, session);
  const intent = free ? undefined : await intentOf(books, session, customer);
  if (card && intent && isDecline(card)) {
    await decline(books, intent, undefined, card);
    await books.save(session);
    return { kind: 'declined', decline: card };
  }
  const method = card && !isDecline(card) ? await addMethod(books, card, customer) : undefined;
  const here = { returnUrl: `${books.origin}/c/pay/${session.body.id}`, session: session.body.id };
  const outcome = intent && method ? await attempt(books, intent, method, here) : ({ kind: 'paid' } as const);
  if (outcome.kind === 'declined' || outcome.kind === 'authentication') {
    await books.save(session);
    return outcome;
  }
  await complete(books, session, { method, intent, outcome }, settleMs);
  return { kind: 'done' };
}

/** The cardholder answered the bank. A checkout that has expired meanwhile takes no money. */
export async function answerBank(books: Books, intent: Kept<'payment_intent'>, succeeded: boolean): Promise<void> {
  const { session: id } = intent.extra;
  const session = id === undefined ? undefined : await books.need('checkout.session', id);
  const method = await books.find('payment_method', intent.body.payment_method ?? '');
  const pays = succeeded && (!session || (session.body.status === 'open' && books.now < session.body.expires_at));
  await authenticate(books, intent, pays);
  if (session && pays) await complete(books, session, { method, intent, outcome: { kind: 'paid' } }, null);
}

interface Payment {
  method: Kept<'payment_method'> | undefined;
  intent: Kept<'payment_intent'> | undefined;
  outcome: Extract<Attempt, { kind: 'paid' | 'later' }>;
}

async function complete(
  books: Books,
  session: KeptSession,
  { method, intent, outcome }: Payment,
  settleMs: number | null,
): Promise<void> {
  const paid = outcome.kind === 'paid';
  const { customer } = session.body;
  if (session.body.mode === 'subscription' && customer !== null) {
    const [subscription, invoice] = await startSubscription(books, {
      customer,
      lines: session.extra.lines,
      method,
      intent,
      paid,
      metadata: session.extra.subscriptionMetadata,
    });
    // Stripe shows the payment of a subscription's session at its invoice alone.
    session.body = {
      ...session.body,
      subscription: subscription.body.id,
      invoice: invoice.body.id,
    };
  }
  if (outcome.kind === 'later') {
    session.extra.succeeds = outcome.succeeds;
    session.dueMs = settleMs === null ? null : books.nowMs + settleMs;
  } else {
    session.dueMs = null;
  }
  await step(books, session, { type: paid ? 'pay' : 'pay-later' });
}

/** The bank's late answer. @throws Refusal as 400 where none is awaited */
export async function settle(books: Books, session: KeptSession, succeeded: boolean): Promise<void> {
  if (!session.extra.awaiting) throw invalid('This Checkout Session awaits no payment.');
  const intent = await books.need('payment_intent', session.extra.intent ?? '');
  await settleIntent(books, intent, succeeded);
  if (session.body.subscription !== null) {
    await settleFirst(books, session.body.subscription, intent.body.id, succeeded);
  }
  session.dueMs = null;
  await step(books, session, { type: 'settle', succeeded });
}

/** @throws Refusal as 400 unless it is open */
export async function expireSession(books: Books, session: KeptSession): Promise<void> {
  session.dueMs = null;
  await step(books, session, { type: 'expire' });
}

/** What comes by itself: a slow bank's answer, or the end of the time to pay. */
export function sessionComesDue(books: Books, session: KeptSession): Promise<void> {
  if (session.extra.awaiting) return settle(books, session, session.extra.succeeds ?? true);
  return expireSession(books, session);
}

async function step(books: Books, session: KeptSession, next: SessionStep): Promise<void> {
  const taken = take(standingOf(session), next);
  if (!taken) {
    throw invalid(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.body.status}.`,
    );
  }
  const { status, payment, awaiting } = taken.standing;
  session.body = { ...session.body, status, payment_status: payment };
  session.extra = { ...session.extra, awaiting };
  await books.save(session);
  await books.tell(taken.event, session.body);
}

const standingOf = ({ body, extra }: KeptSession): Standing => ({
  status: body.status,
  payment: body.payment_status,
  awaiting: extra.awaiting,
});

async function customerOf(books: Books, session: KeptSession): Promise<string | null> {
  const { customer, customer_creation, customer_email, mode } = session.body;
  if (customer !== null || (mode === 'payment' && customer_creation !== 'always')) return customer;
  const added = await addCustomer(books, { email: customer_email ?? undefined });
  session.body = { ...session.body, customer: added.body.id };
  return added.body.id;
}

/** One for all attempts to pay the session. */
async function intentOf(books: Books, session: KeptSession, customer: string | null): Promise<Kept<'payment_intent'>> {
  const { intent, intentMetadata, description } = session.extra;
  if (intent !== null) return books.need('payment_intent', intent);
  const { amount_total: amount, currency, mode } = session.body;
  const added = await addIntent(books, { amount, currency, customer, description, metadata: intentMetadata });
  session.extra = { ...session.extra, intent: added.body.id };
  if (mode === 'payment') session.body = { ...session.body, payment_intent: added.body.id };
  return added;
}

async function linesOf(books: Books, given: z.output<typeof sessionShape>): Promise<LineItem[]> {
  const lines: LineItem[] = [];
  for (const [index, item] of given.line_items.entries()) {
    const param = `line_items[${index}]`;
    if ((item.price === undefined) === (item.price_data === undefined)) {
      throw invalid(`Exactly one of ${param}[price] and ${param}[price_data] is needed.`, { param });
    }
    const price = item.price_data
      ? await addPrice(books, item.price_data, `${param}[price_data]`)
      : (await books.need('price', item.price ?? '', `${param}[price]`)).body;
    const quantity = item.quantity ?? 1;
    if (quantity < 1) throw invalid('Quantity should be greater than or equal to 1.', { param: `${param}[quantity]` });
    const product = await books.need('product', price.product);
    const amount = price.unit_amount * quantity;
    lines.push({
      id: books.id('line_item'),
      object: 'line_item',
      adjustable_quantity: null,
      amount_discount: 0,
      amount_subtotal: amount,
      amount_tax: 0,
      amount_total: amount,
      currency: price.currency,
      description: product.body.name,
      metadata: {},
      price,
      quantity,
    });
  }
  requireFitting(given.mode, lines);
  return lines;
}

function requireFitting(mode: CheckoutSession['mode'], lines: readonly LineItem[]): void {
  if (new Set(lines.map((line) => line.currency)).size > 1) {
    throw invalid('All line items must have the same currency.', { param: 'line_items' });
  }
  const recurring = lines.filter((line) => line.price.recurring !== null).length;
  if (mode === 'payment' && recurring > 0) {
    const message =
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.';
    throw invalid(message, { param: 'mode' });
  }
  if (mode === 'subscription' && recurring === 0) {
    const message = 'You must provide at least one recurring price in `subscription` mode when using prices.';
    throw invalid(message, { param: 'line_items' });
  }
  if (recurring > 1) throw invalid('This stand-in sells one recurring price at a time.', { param: 'line_items' });
}
