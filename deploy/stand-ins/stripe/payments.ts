import type { Books } from './books.ts';
import type { Kept } from './shelves.ts';
import { type Card, type Decline, outcomeOf } from './domain/cards.ts';
import { feeCents } from './domain/fees.ts';
import { addTransaction } from './balance.ts';
import { openDispute } from './disputes.ts';
import { token } from './ids.ts';
import { invalid, type StripeError } from './refusal.ts';
import { type Metadata, type PaymentIntent, PLAIN } from './wire.ts';

/** The secret is all that keeps a stranger off the page. */
const SECRET_LENGTH = 24;

export interface Sale {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Metadata;
}

export type Attempt =
  | { kind: 'paid' }
  /** The cardholder answers the bank at this address. */
  | { kind: 'authentication'; url: string }
  | { kind: 'later'; succeeds: boolean }
  | { kind: 'declined'; decline: Decline };

/** A cardholder who can be asked: where the browser goes afterwards, and the checkout that it is in. */
interface Cardholder {
  returnUrl?: string | undefined;
  session?: string;
}

export function addMethod(books: Books, card: Card, customer: string | null): Promise<Kept<'payment_method'>> {
  return books.add<'payment_method'>({
    body: {
      id: books.id('payment_method'),
      object: 'payment_method',
      allow_redisplay: 'unspecified',
      billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
      card: { ...card, country: 'US', exp_month: 12, exp_year: 2040, funding: 'credit', display_brand: card.brand },
      created: books.now,
      customer,
      customer_account: null,
      livemode: false,
      metadata: {},
      type: 'card',
    },
    extra: {},
    dueMs: null,
  });
}

export function addIntent(books: Books, sale: Sale): Promise<Kept<'payment_intent'>> {
  const id = books.id('payment_intent');
  return books.add<'payment_intent'>({
    body: {
      ...PLAIN.intent,
      id,
      object: 'payment_intent',
      amount: sale.amount,
      amount_received: 0,
      canceled_at: null,
      cancellation_reason: null,
      client_secret: `${id}_secret_${token(24)}`,
      created: books.now,
      currency: sale.currency,
      customer: sale.customer,
      description: sale.description,
      last_payment_error: null,
      latest_charge: null,
      metadata: sale.metadata,
      next_action: null,
      payment_method: null,
      status: 'requires_payment_method',
    },
    extra: {},
    dueMs: null,
  });
}

/**
 * Tries to collect the intent's amount from the card; the intent tells of it, whatever comes of it. Without a
 * cardholder at hand no bank asks: a subscription's card was set up at its checkout.
 */
export async function attempt(
  books: Books,
  intent: Kept<'payment_intent'>,
  method: Kept<'payment_method'>,
  cardholder?: Cardholder,
): Promise<Attempt> {
  const outcome = outcomeOf(method.body.card);
  intent.body = { ...intent.body, payment_method: method.body.id, last_payment_error: null, next_action: null };
  intent.extra = {};
  switch (outcome.kind) {
    case 'authentication':
      if (cardholder) return ask(books, intent, cardholder);
      await succeed(books, intent, method);
      return { kind: 'paid' };
    case 'declined':
      await decline(books, intent, method, outcome.decline);
      return outcome;
    case 'later':
      intent.body.status = 'processing';
      await books.save(intent);
      return outcome;
    case 'paid':
      await succeed(books, intent, method);
      if (outcome.disputed && intent.body.latest_charge !== null) {
        await openDispute(books, await books.need('charge', intent.body.latest_charge), { reason: 'fraudulent' });
      }
      return { kind: 'paid' };
  }
}

async function ask(books: Books, intent: Kept<'payment_intent'>, { returnUrl, session }: Cardholder): Promise<Attempt> {
  const secret = token(SECRET_LENGTH);
  const url = `${books.origin}/c/authenticate/${secret}`;
  intent.extra = { secret, ...(returnUrl !== undefined && { returnUrl }), ...(session !== undefined && { session }) };
  intent.body = {
    ...intent.body,
    status: 'requires_action',
    next_action:
      returnUrl === undefined
        ? { type: 'use_stripe_sdk', use_stripe_sdk: { type: 'three_d_secure_redirect', stripe_js: url } }
        : { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl, url } },
  };
  await books.save(intent);
  await books.tell('payment_intent.requires_action', intent.body);
  return { kind: 'authentication', url };
}

/** What the cardholder answered the bank. @throws Refusal as 400 where nothing was asked */
export async function authenticate(books: Books, intent: Kept<'payment_intent'>, succeeded: boolean): Promise<void> {
  if (intent.body.status !== 'requires_action') throw invalid('This PaymentIntent awaits no authentication.');
  const method = await books.need('payment_method', intent.body.payment_method ?? '');
  if (succeeded) return succeed(books, intent, method);
  await fail(books, intent, { ...AUTHENTICATION_FAILURE, payment_method: method.body });
}

const AUTHENTICATION_FAILURE: StripeError = {
  type: 'invalid_request_error',
  code: 'payment_intent_authentication_failure',
  message:
    'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
};

/** What the bank answered in the end about a payment that is being processed. */
export async function settleIntent(books: Books, intent: Kept<'payment_intent'>, succeeded: boolean): Promise<void> {
  const method = await books.need('payment_method', intent.body.payment_method ?? '');
  if (succeeded) return succeed(books, intent, method);
  await decline(books, intent, method, LATE_DECLINE);
}

export const LATE_DECLINE: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};

export async function decline(
  books: Books,
  intent: Kept<'payment_intent'>,
  method: Kept<'payment_method'> | undefined,
  reason: Decline,
): Promise<void> {
  const charge = method && (await addCharge(books, intent.body, method, reason));
  if (charge) intent.body = { ...intent.body, latest_charge: charge.body.id };
  await fail(books, intent, {
    ...cardError(reason),
    ...(charge && { charge: charge.body.id }),
    ...(method && { payment_method: method.body }),
  });
}

/** Another card may be tried. */
async function fail(books: Books, intent: Kept<'payment_intent'>, error: StripeError): Promise<void> {
  intent.body = {
    ...intent.body,
    status: 'requires_payment_method',
    next_action: null,
    payment_method: null,
    last_payment_error: error,
  };
  await books.save(intent);
  await books.tell('payment_intent.payment_failed', intent.body);
}

export function cardError({ code, declineCode, message }: Decline): StripeError {
  return {
    type: 'card_error',
    code,
    message,
    ...(declineCode === undefined ? {} : { decline_code: declineCode }),
    ...(code === 'incorrect_number' ? { param: 'number' } : {}),
  };
}

async function succeed(books: Books, intent: Kept<'payment_intent'>, method: Kept<'payment_method'>): Promise<void> {
  const charge = await addCharge(books, intent.body, method);
  intent.body = {
    ...intent.body,
    status: 'succeeded',
    next_action: null,
    payment_method: method.body.id,
    amount_received: intent.body.amount,
    latest_charge: charge.body.id,
    last_payment_error: null,
  };
  await books.save(intent);
  await books.tell('payment_intent.succeeded', intent.body);
}

async function addCharge(
  books: Books,
  intent: PaymentIntent,
  method: Kept<'payment_method'>,
  declined?: Decline,
): Promise<Kept<'charge'>> {
  const id = books.id('charge');
  const { amount, currency } = intent;
  const transaction = declined
    ? undefined
    : await addTransaction(books, { type: 'charge', amount, fee: feeCents(amount), currency, source: id });
  const { brand, last4 } = method.body.card;
  return books.add<'charge'>({
    body: {
      ...PLAIN.charge,
      id,
      object: 'charge',
      amount,
      amount_captured: declined ? 0 : amount,
      amount_refunded: 0,
      balance_transaction: transaction?.id ?? null,
      billing_details: method.body.billing_details,
      captured: !declined,
      created: books.now,
      currency,
      customer: intent.customer,
      description: intent.description,
      disputed: false,
      failure_code: declined?.code ?? null,
      failure_message: declined?.message ?? null,
      metadata: intent.metadata,
      outcome: declined
        ? {
            network_status: 'declined_by_network',
            reason: declined.declineCode ?? declined.code,
            type: 'issuer_declined',
          }
        : {
            network_status: 'approved_by_network',
            reason: null,
            seller_message: 'Payment complete.',
            type: 'authorized',
          },
      paid: !declined,
      payment_intent: intent.id,
      payment_method: method.body.id,
      payment_method_details: {
        card: { brand, country: 'US', exp_month: 12, exp_year: 2040, funding: 'credit', last4, network: brand },
        type: 'card',
      },
      refunded: false,
      status: declined ? 'failed' : 'succeeded',
    },
    extra: {},
    dueMs: null,
  });
}
