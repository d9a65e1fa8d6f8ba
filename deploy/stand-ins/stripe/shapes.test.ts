import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Stripe from 'stripe';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openStandIn, type OpenStandIn, plan, topUp } from './testing/open-stand-in.ts';

// Whatever the library's types promise to be there is there, so that nobody meets `undefined` here and not at Stripe's.

const library = join(dirname(createRequire(import.meta.url).resolve('stripe')), '..');

/** The fields of an interface that may not be missing. */
function promised(file: string, name: string): string[] {
  const source = readFileSync(join(library, 'esm/resources', `${file}.d.ts`), 'utf8');
  const [, body = ''] = new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, 'ms').exec(source) ?? [];
  return [...body.matchAll(/^ {4}(\w+):/gm)].map(([, field = '']) => field);
}

let it: OpenStandIn;
let paid: Stripe.PaymentIntent;
let subscription: Stripe.Subscription;
let session: Stripe.Checkout.Session;
beforeAll(async () => {
  it = await openStandIn();
  paid = await it.stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    expand: ['latest_charge.balance_transaction', 'payment_method'],
  });
  session = await it.stripe.checkout.sessions.create(plan());
  await it.post(session.url ?? '', { card: '4242424242424242' });
  const { subscription: id } = await it.stripe.checkout.sessions.retrieve(session.id);
  subscription = await it.stripe.subscriptions.retrieve(id as string, {
    expand: ['latest_invoice.payments', 'customer', 'items.data.price.product'],
  });
});
afterAll(() => it.close());

const chargeOf = () => paid.latest_charge as Stripe.Charge;
const invoiceOf = () => subscription.latest_invoice as Stripe.Invoice;
const priceOf = () => subscription.items.data[0]?.price as Stripe.Price;

test.each<[string, string, () => unknown]>([
  ['Checkout/Sessions', 'Session', () => it.stripe.checkout.sessions.create(topUp)],
  ['PaymentIntents', 'PaymentIntent', () => paid],
  ['PaymentMethods', 'PaymentMethod', () => paid.payment_method],
  ['Charges', 'Charge', chargeOf],
  ['BalanceTransactions', 'BalanceTransaction', () => chargeOf().balance_transaction],
  ['Subscriptions', 'Subscription', () => subscription],
  ['SubscriptionItems', 'SubscriptionItem', () => subscription.items.data[0]],
  ['Invoices', 'Invoice', invoiceOf],
  ['InvoiceLineItems', 'InvoiceLineItem', () => invoiceOf().lines.data[0]],
  ['InvoicePayments', 'InvoicePayment', () => invoiceOf().payments?.data[0]],
  ['Prices', 'Price', priceOf],
  ['Products', 'Product', () => priceOf().product],
  ['Customers', 'Customer', () => subscription.customer],
  ['LineItems', 'LineItem', async () => (await it.stripe.checkout.sessions.listLineItems(session.id)).data[0]],
  [
    'BillingPortal/Sessions',
    'Session',
    () => it.stripe.billingPortal.sessions.create({ customer: (subscription.customer as Stripe.Customer).id }),
  ],
  ['Refunds', 'Refund', () => it.stripe.refunds.create({ payment_intent: paid.id, amount: 5 })],
  ['Disputes', 'Dispute', () => it.control('disputes', { charge: chargeOf().id })],
  ['Events', 'EventBase', async () => (await it.stripe.events.list()).data[0]],
])('%s %s', async (file, name, make) => {
  const fields = promised(file, name);
  expect(fields).toContain('id');
  expect(Object.keys((await make()) as object)).toEqual(expect.arrayContaining(fields));
});
