import { z } from 'zod';
import type { Books } from './books.ts';
import { flag, ignored, integer, metadata, text, whole } from './params.ts';
import { invalid } from './refusal.ts';
import type { Metadata, Price } from './wire.ts';

const recurring = z.strictObject({
  interval: z.enum(['day', 'week', 'month', 'year']),
  interval_count: integer.pipe(z.int().min(1).max(36)).optional(),
  ...ignored('usage_type'),
});

export const productShape = z.strictObject({
  name: text,
  description: text.optional(),
  metadata: metadata.optional(),
  active: flag.optional(),
  ...ignored('images', 'tax_code', 'unit_label', 'url', 'shippable', 'statement_descriptor'),
});

export const currency = z
  .string()
  .regex(/^[a-zA-Z]{3}$/)
  .transform((code) => code.toLowerCase());

export const priceDataShape = z.strictObject({
  currency,
  unit_amount: whole,
  product: text.optional(),
  product_data: productShape.optional(),
  recurring: recurring.optional(),
  ...ignored('tax_behavior'),
});

export const priceShape = z.object({
  ...priceDataShape.shape,
  metadata: metadata.optional(),
  ...ignored('active', 'lookup_key', 'nickname', 'billing_scheme'),
});

type PriceData = z.output<typeof priceDataShape> & { metadata?: Metadata | undefined };

export async function addProduct(books: Books, given: z.output<typeof productShape>) {
  const product = await books.add<'product'>({
    body: {
      id: books.id('product'),
      object: 'product',
      active: given.active ?? true,
      created: books.now,
      default_price: null,
      description: given.description ?? null,
      images: [],
      livemode: false,
      marketing_features: [],
      metadata: given.metadata ?? {},
      name: given.name,
      package_dimensions: null,
      shippable: null,
      statement_descriptor: null,
      tax_code: null,
      tax_details: null,
      type: 'service',
      unit_label: null,
      updated: books.now,
      url: null,
    },
    extra: {},
    dueMs: null,
  });
  return product.body;
}

/** The price, and what it is the price of. */
export async function addPrice(books: Books, data: PriceData, param: string): Promise<Price> {
  if ((data.product === undefined) === (data.product_data === undefined)) {
    throw invalid(`Exactly one of ${param}[product] and ${param}[product_data] is needed.`, { param });
  }
  const product = data.product_data
    ? await addProduct(books, data.product_data)
    : (await books.need('product', data.product ?? '', `${param}[product]`)).body;
  const price = await books.add<'price'>({
    body: {
      id: books.id('price'),
      object: 'price',
      active: true,
      billing_scheme: 'per_unit',
      created: books.now,
      currency: data.currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: data.metadata ?? {},
      nickname: null,
      product: product.id,
      recurring: data.recurring
        ? {
            interval: data.recurring.interval,
            interval_count: data.recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          }
        : null,
      tax_behavior: 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: data.recurring ? 'recurring' : 'one_time',
      unit_amount: data.unit_amount,
      unit_amount_decimal: String(data.unit_amount),
    } as Price,
    extra: {},
    dueMs: null,
  });
  return price.body;
}
