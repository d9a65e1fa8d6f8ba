import type { Books } from './books.ts';
import type { Kept } from './shelves.ts';
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
