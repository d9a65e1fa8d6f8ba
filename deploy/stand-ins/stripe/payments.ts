import type { Books } from './books.ts';
import type { Kept } from './shelves.ts';
import { type Card, type Decline, outcomeOf } from './domain/cards.ts';
import { feeCents } from './domain/fees.ts';
import { addTransaction } from './balance.ts';
import { openDispute } from './disputes.ts';
import { token } from './ids.ts';
import type { StripeError } from './refusal.ts';
import { type Metadata, type PaymentIntent, PLAIN } from './wire.ts';

export interface Sale {
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  metadata: Metadata;
}

export type Attempt = { kind: 'paid' } | { kind: 'later'; succeeds: boolean } | { kind: 'declined'; decline: Decline };

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
      payment_method: null,
      status: 'requires_payment_method',
    },
    extra: {},
    dueMs: null,
  });
}

/** Tries to collect the intent's amount from the card; the intent tells of it, whatever comes of it. */
export async function attempt(
  books: Books,
  intent: Kept<'payment_intent'>,
  method: Kept<'payment_method'>,
): Promise<Attempt> {
  const outcome = outcomeOf(method.body.card);
  intent.body = { ...intent.body, payment_method: method.body.id, last_payment_error: null };
  switch (outcome.kind) {
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
  intent.body = {
    ...intent.body,
    status: 'requires_payment_method',
    payment_method: null,
    ...(charge && { latest_charge: charge.body.id }),
    last_payment_error: {
      ...cardError(reason),
      ...(charge && { charge: charge.body.id }),
      ...(method && { payment_method: method.body }),
    },
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
