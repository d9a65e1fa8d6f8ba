import type { Books } from './books.ts';
import { missing } from './refusal.ts';
import type { Kept } from './shelves.ts';
import { end } from './subscriptions.ts';
import type { Metadata } from './wire.ts';

export function addCustomer(
  books: Books,
  given: {
    email?: string | undefined;
    name?: string | undefined;
    description?: string | undefined;
    metadata?: Metadata | undefined;
  },
): Promise<Kept<'customer'>> {
  return books.add<'customer'>({
    body: {
      id: books.id('customer'),
      object: 'customer',
      address: null,
      balance: 0,
      created: books.now,
      currency: null,
      customer_account: null,
      default_source: null,
      delinquent: false,
      description: given.description ?? null,
      email: given.email ?? null,
      invoice_settings: {
        custom_fields: null,
        default_payment_method: null,
        footer: null,
        rendering_options: null,
      },
      livemode: false,
      metadata: given.metadata ?? {},
      name: given.name ?? null,
      phone: null,
      preferred_locales: [],
      shipping: null,
      tax_exempt: 'none',
      test_clock: null,
    },
    extra: {},
    dueMs: null,
  });
}

/** As Stripe shows one that was deleted. */
export const deletedCustomer = (id: string) => ({ id, object: 'customer' as const, deleted: true as const });

/** Ends its plans at once; nothing of it is known any more but that it was there. */
export async function deleteCustomer(books: Books, customer: Kept<'customer'>) {
  const { id } = customer.body;
  if (customer.extra.deleted) throw missing('customer', id);
  for (const subscription of await books.having('subscription', 'customer', id)) {
    if (subscription.body.ended_at === null) await end(books, subscription, 'cancellation_requested');
  }
  customer.body = { ...customer.body, description: null, email: null, metadata: {}, name: null };
  customer.extra.deleted = true;
  await books.save(customer);
  return deletedCustomer(id);
}
