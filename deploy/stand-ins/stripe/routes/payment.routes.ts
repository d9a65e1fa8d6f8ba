import { z } from 'zod';
import { endpoint, Failed, nothing } from '../api.ts';
import type { Books } from '../books.ts';
import type { Kept } from '../shelves.ts';
import { currency } from '../catalogue.ts';
import { cardOf, cardOfMethod, isDecline } from '../domain/cards.ts';
import { whyNot } from '../domain/payment-intent.ts';
import { listObjects, pageShape } from '../lists.ts';
import { address, flag, ignored, integer, metadata, text } from '../params.ts';
import { addIntent, addMethod, attempt, cardError } from '../payments.ts';
import { invalid, Refusal } from '../refusal.ts';
import { withMetadata } from './metadata.ts';

const INTENTS = '/v1/payment_intents';
const LEAST_CENTS = 50;

const cardShape = z.strictObject({
  number: text.optional(),
  token: text.optional(),
  ...ignored('exp_month', 'exp_year', 'cvc'),
});

const methodDataShape = z.strictObject({
  type: z.literal('card'),
  card: cardShape,
  ...ignored('billing_details', 'metadata'),
});

const payingShape = {
  payment_method: text.optional(),
  payment_method_data: methodDataShape.optional(),
  return_url: address.optional(),
  ...ignored('off_session', 'payment_method_options', 'receipt_email', 'setup_future_usage', 'shipping'),
};

/** @throws Refusal as 400 */
function requireEnough(cents: number): void {
  if (cents >= LEAST_CENTS) return;
  throw invalid('Amount must be at least $0.50 usd', { code: 'amount_too_small', param: 'amount' });
}

const unexpected = (message: string) => invalid(message, { code: 'payment_intent_unexpected_state' });

/** @throws Refusal as 402 where the number is no test card's, 404 where there is no such method */
async function methodOf(
  books: Books,
  given: { payment_method?: string | undefined; payment_method_data?: z.output<typeof methodDataShape> | undefined },
  customer: string | null,
): Promise<Kept<'payment_method'> | undefined> {
  const { payment_method: id, payment_method_data: data } = given;
  if (data) return methodFrom(books, data.card, customer);
  if (id === undefined) return undefined;
  const ready = cardOfMethod(id);
  return ready ? addMethod(books, ready, customer) : books.need('payment_method', id, 'payment_method');
}

function methodFrom(books: Books, given: z.output<typeof cardShape>, customer: string | null) {
  const card = given.token === undefined ? cardOf(given.number ?? '') : cardOfMethod(given.token);
  if (!card) throw invalid('No such token.', { code: 'resource_missing', param: 'card[token]' });
  if (isDecline(card)) throw new Refusal(402, cardError(card));
  return addMethod(books, card, customer);
}

/** @throws Refusal as 400 where the intent cannot be confirmed */
async function confirm(
  books: Books,
  intent: Kept<'payment_intent'>,
  method: Kept<'payment_method'> | undefined,
  returnUrl: string | undefined,
) {
  const refused = whyNot(intent.body.status, 'confirm');
  if (refused !== undefined) throw unexpected(refused);
  if (!method) {
    throw unexpected(
      'You cannot confirm this PaymentIntent because it is missing a payment method. Update the PaymentIntent with a payment method and then confirm it again.',
    );
  }
  const outcome = await attempt(books, intent, method, { returnUrl });
  if (outcome.kind !== 'declined') return intent.body;
  const error = cardError(outcome.decline);
  return new Failed(402, { ...error, charge: intent.body.latest_charge ?? '', payment_intent: intent.body });
}

export const paymentRoutes = [
  endpoint({
    method: 'POST',
    path: INTENTS,
    shape: z.object({
      amount: integer,
      currency,
      confirm: flag.optional(),
      customer: text.optional(),
      description: text.optional(),
      metadata: metadata.optional(),
      ...payingShape,
      ...ignored(
        'allowed_payment_method_types',
        'automatic_payment_methods',
        'statement_descriptor',
        'confirmation_method',
      ),
    }),
    run: async (books, params) => {
      requireEnough(params.amount);
      const customer = params.customer === undefined ? null : await books.need('customer', params.customer, 'customer');
      const method = await methodOf(books, params, customer?.body.id ?? null);
      const intent = await addIntent(books, {
        amount: params.amount,
        currency: params.currency,
        customer: customer?.body.id ?? null,
        description: params.description ?? null,
        metadata: params.metadata ?? {},
      });
      if (params.confirm) return confirm(books, intent, method, params.return_url);
      if (method) {
        intent.body = { ...intent.body, payment_method: method.body.id, status: 'requires_confirmation' };
        await books.save(intent);
      }
      return intent.body;
    },
  }),
  endpoint({
    method: 'GET',
    path: INTENTS,
    shape: z.object({ ...pageShape.shape, customer: text.optional() }),
    run: (books, { customer, ...page }) => listObjects(books, 'payment_intent', INTENTS, page, { customer }),
  }),
  endpoint({
    method: 'GET',
    path: `${INTENTS}/:id`,
    shape: z.object({ ...ignored('client_secret') }),
    run: async (books, _, id) => (await books.need('payment_intent', id)).body,
  }),
  endpoint({
    method: 'POST',
    path: `${INTENTS}/:id`,
    shape: z.object({ amount: integer.optional(), metadata: metadata.optional(), description: text.optional() }),
    run: async (books, params, id) => {
      const intent = await books.need('payment_intent', id);
      const { amount = intent.body.amount, description = intent.body.description } = params;
      if (params.amount !== undefined) {
        requireEnough(amount);
        const refused = whyNot(intent.body.status, 'update the amount');
        if (refused !== undefined) throw unexpected(refused);
      }
      intent.body = { ...withMetadata(intent.body, params.metadata), amount, description };
      await books.save(intent);
      return intent.body;
    },
  }),
  endpoint({
    method: 'POST',
    path: `${INTENTS}/:id/confirm`,
    shape: z.object(payingShape),
    run: async (books, params, id) => {
      const intent = await books.need('payment_intent', id);
      const { customer, payment_method } = intent.body;
      const method =
        (await methodOf(books, params, customer)) ??
        (payment_method === null ? undefined : await books.find('payment_method', payment_method));
      return confirm(books, intent, method, params.return_url);
    },
  }),
  endpoint({
    method: 'POST',
    path: `${INTENTS}/:id/cancel`,
    shape: z.object({
      cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
    }),
    run: async (books, params, id) => {
      const intent = await books.need('payment_intent', id);
      const refused = whyNot(intent.body.status, 'cancel');
      if (refused !== undefined) throw unexpected(refused);
      const cancellation_reason = params.cancellation_reason ?? null;
      intent.body = {
        ...intent.body,
        status: 'canceled',
        next_action: null,
        canceled_at: books.now,
        cancellation_reason,
      };
      await books.save(intent);
      await books.tell('payment_intent.canceled', intent.body);
      return intent.body;
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/payment_methods',
    shape: methodDataShape,
    run: async (books, { card }) => (await methodFrom(books, card, null)).body,
  }),
  endpoint({
    method: 'GET',
    path: '/v1/payment_methods/:id',
    shape: nothing,
    run: async (books, _, id) => (await books.need('payment_method', id)).body,
  }),
  endpoint({
    method: 'GET',
    path: '/v1/charges',
    shape: z.object({ ...pageShape.shape, customer: text.optional(), payment_intent: text.optional() }),
    run: (books, { customer, payment_intent, ...page }) =>
      listObjects(books, 'charge', '/v1/charges', page, { customer, payment_intent }),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/charges/:id',
    shape: nothing,
    run: async (books, _, id) => (await books.need('charge', id)).body,
  }),
  endpoint({
    method: 'GET',
    path: '/v1/balance_transactions',
    shape: z.object({ ...pageShape.shape, source: text.optional(), type: text.optional() }),
    run: (books, { source, type, ...page }) =>
      listObjects(books, 'balance_transaction', '/v1/balance_transactions', page, { source, type }),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/balance_transactions/:id',
    shape: nothing,
    run: async (books, _, id) => (await books.need('balance_transaction', id)).body,
  }),
];
