import { z } from 'zod';
import { endpoint, nothing } from '../api.ts';
import type { Books } from '../books.ts';
import type { Kept } from '../shelves.ts';
import { addPrice, addProduct, priceDataShape, priceShape, productShape } from '../catalogue.ts';
import { addCustomer, deleteCustomer, deletedCustomer } from '../customers.ts';
import { token } from '../ids.ts';
import { paymentsOf } from '../invoices.ts';
import { listObjects, pageShape } from '../lists.ts';
import { address, flag, ignored, list, metadata, text, whole } from '../params.ts';
import { invalid, missing } from '../refusal.ts';
import { annotate, cancelAtPeriodEnd, changePrice, end, itemOf, retryPayment } from '../subscriptions.ts';
import { listOf } from '../wire.ts';
import { withMetadata } from './metadata.ts';

const CUSTOMERS = '/v1/customers';
const SUBSCRIPTIONS = '/v1/subscriptions';
const INVOICES = '/v1/invoices';

const customerShape = z.object({
  email: text.max(512).optional(),
  name: text.max(256).optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  ...ignored('address', 'phone', 'preferred_locales', 'payment_method', 'invoice_settings', 'tax_exempt'),
});

const itemsShape = list(
  z.strictObject({
    id: text.optional(),
    price: text.optional(),
    price_data: priceDataShape.optional(),
    quantity: whole.optional(),
    ...ignored('metadata'),
  }),
  20,
);

const updateShape = z.object({
  cancel_at_period_end: flag.optional(),
  items: itemsShape.optional(),
  proration_behavior: z.enum(['always_invoice', 'create_prorations', 'none']).optional(),
  payment_behavior: z.enum(['allow_incomplete', 'error_if_incomplete']).optional(),
  default_payment_method: text.optional(),
  description: text.optional(),
  metadata: metadata.optional(),
  ...ignored('cancellation_details'),
});

async function update(books: Books, subscription: Kept<'subscription'>, given: z.output<typeof updateShape>) {
  const { metadata: pairs, description, default_payment_method: method } = given;
  if (method !== undefined) await books.need('payment_method', method, 'default_payment_method');
  if (given.items) await changeItem(books, subscription, given, given.items);
  if (given.cancel_at_period_end !== undefined) {
    await cancelAtPeriodEnd(books, subscription, given.cancel_at_period_end);
  }
  if (pairs ?? description ?? method) {
    await annotate(books, subscription, {
      metadata: withMetadata(subscription.body, pairs).metadata,
      ...(description === undefined ? {} : { description }),
      ...(method === undefined ? {} : { default_payment_method: method }),
    });
  }
  return (await books.need('subscription', subscription.body.id)).body;
}

async function changeItem(
  books: Books,
  subscription: Kept<'subscription'>,
  given: z.output<typeof updateShape>,
  items: z.output<typeof itemsShape>,
): Promise<void> {
  const current = itemOf(subscription.body);
  const [item, ...others] = items;
  if (!item || others.length > 0 || item.id !== current.id) {
    throw invalid(`This stand-in's subscriptions have one item: ${current.id}.`, { param: 'items' });
  }
  const price = item.price_data
    ? await addPrice(books, item.price_data, 'items[0][price_data]')
    : item.price === undefined
      ? current.price
      : (await books.need('price', item.price, 'items[0][price]')).body;
  await changePrice(books, subscription, {
    price,
    quantity: item.quantity ?? current.quantity,
    proration: given.proration_behavior ?? 'create_prorations',
    undoIfUnpaid: given.payment_behavior === 'error_if_incomplete',
  });
}

export const billingRoutes = [
  endpoint({
    method: 'POST',
    path: CUSTOMERS,
    shape: customerShape,
    run: async (books, params) => (await addCustomer(books, params)).body,
  }),
  endpoint({
    method: 'GET',
    path: CUSTOMERS,
    shape: z.object({ ...pageShape.shape, email: text.optional() }),
    run: (books, { email, ...page }) => listObjects(books, 'customer', CUSTOMERS, page, { email }),
  }),
  endpoint({
    method: 'GET',
    path: `${CUSTOMERS}/:id`,
    shape: nothing,
    run: async (books, _, id) => {
      const { body, extra } = await books.need('customer', id);
      return extra.deleted ? deletedCustomer(id) : body;
    },
  }),
  endpoint({
    method: 'POST',
    path: `${CUSTOMERS}/:id`,
    shape: customerShape,
    run: async (books, params, id) => {
      const customer = await books.need('customer', id);
      if (customer.extra.deleted) throw missing('customer', id);
      const { email = customer.body.email, name = customer.body.name } = params;
      customer.body = { ...withMetadata(customer.body, params.metadata), email, name };
      if (params.description !== undefined) customer.body.description = params.description;
      await books.save(customer);
      return customer.body;
    },
  }),
  endpoint({
    method: 'DELETE',
    path: `${CUSTOMERS}/:id`,
    shape: nothing,
    run: async (books, _, id) => deleteCustomer(books, await books.need('customer', id)),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/products',
    shape: productShape,
    run: (books, params) => addProduct(books, params),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/products/:id',
    shape: nothing,
    run: async (books, _, id) => (await books.need('product', id)).body,
  }),
  endpoint({
    method: 'POST',
    path: '/v1/prices',
    shape: priceShape,
    run: (books, params) => addPrice(books, params, 'price'),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/prices/:id',
    shape: nothing,
    run: async (books, _, id) => (await books.need('price', id)).body,
  }),
  endpoint({
    method: 'GET',
    path: SUBSCRIPTIONS,
    shape: z.object({
      ...pageShape.shape,
      customer: text.optional(),
      status: z.enum(['incomplete', 'incomplete_expired', 'active', 'past_due', 'canceled', 'all']).optional(),
    }),
    run: (books, { customer, status, ...page }) =>
      listObjects(
        books,
        'subscription',
        SUBSCRIPTIONS,
        page,
        { customer, status: status === 'all' ? undefined : status },
        status === undefined ? { status: 'canceled' } : {},
      ),
  }),
  endpoint({
    method: 'GET',
    path: `${SUBSCRIPTIONS}/:id`,
    shape: nothing,
    run: async (books, _, id) => (await books.need('subscription', id)).body,
  }),
  endpoint({
    method: 'POST',
    path: `${SUBSCRIPTIONS}/:id`,
    shape: updateShape,
    run: async (books, params, id) => update(books, await books.need('subscription', id), params),
  }),
  endpoint({
    method: 'DELETE',
    path: `${SUBSCRIPTIONS}/:id`,
    shape: z.object({ ...ignored('cancellation_details', 'invoice_now', 'prorate') }),
    run: async (books, _, id) => {
      const subscription = await books.need('subscription', id);
      if (subscription.body.ended_at !== null) throw missing('subscription', id);
      await end(books, subscription, 'cancellation_requested');
      return subscription.body;
    },
  }),
  endpoint({
    method: 'GET',
    path: INVOICES,
    shape: z.object({
      ...pageShape.shape,
      customer: text.optional(),
      status: z.enum(['draft', 'open', 'paid', 'uncollectible', 'void']).optional(),
      subscription: text.optional(),
    }),
    run: (books, { customer, status, subscription, ...page }) =>
      listObjects(books, 'invoice', INVOICES, page, {
        customer,
        status,
        'parent.subscription_details.subscription': subscription,
      }),
  }),
  endpoint({
    method: 'GET',
    path: `${INVOICES}/:id`,
    shape: nothing,
    run: async (books, _, id) => (await books.need('invoice', id)).body,
  }),
  endpoint({
    method: 'POST',
    path: `${INVOICES}/:id/pay`,
    shape: nothing,
    run: async (books, _, id) => {
      const { body } = await books.need('invoice', id);
      const of = (body.parent as { subscription_details: { subscription: string } }).subscription_details.subscription;
      const subscription = await books.need('subscription', of);
      if (body.status !== 'open' || subscription.body.latest_invoice !== id) throw invalid('Invoice is already paid');
      await retryPayment(books, subscription);
      return (await books.need('invoice', id)).body;
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/invoice_payments',
    shape: z.object({
      invoice: text.optional(),
      payment: z.strictObject({ type: z.literal('payment_intent'), payment_intent: text }).optional(),
      ...ignored('limit', 'status'),
    }),
    run: async (books, { invoice, payment }) => {
      const kept =
        payment === undefined
          ? await books.find('invoice', invoice ?? '')
          : await books.invoiceOfIntent(payment.payment_intent);
      return kept ? paymentsOf(kept) : listOf([], '/v1/invoice_payments');
    },
  }),
  endpoint({
    method: 'POST',
    path: '/v1/billing_portal/sessions',
    shape: z.object({
      customer: text,
      return_url: address.optional(),
      ...ignored('configuration', 'flow_data', 'locale'),
    }),
    run: async (books, params) => {
      const customer = await books.need('customer', params.customer, 'customer');
      const secret = token(40);
      const session = await books.add<'billing_portal.session'>({
        body: {
          id: books.id('billing_portal.session'),
          object: 'billing_portal.session',
          configuration: 'bpc_standin',
          created: books.now,
          customer: customer.body.id,
          customer_account: null,
          flow: null,
          livemode: false,
          locale: null,
          on_behalf_of: null,
          return_url: params.return_url ?? null,
          url: `${books.origin}/p/session/${secret}`,
        },
        extra: { secret },
        dueMs: null,
      });
      return session.body;
    },
  }),
];
