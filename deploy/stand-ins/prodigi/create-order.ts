import { z } from 'zod';
import { shippingCents, skus } from './catalogue.ts';
import type { Kept } from './store.ts';
import { newId, type Recipient } from './wire.ts';

const filled = z.string().trim().min(1).max(500);
const optional = z
  .string()
  .max(500)
  .nullish()
  .transform((text) => text || null);
const webAddress = z.url({ protocol: /^https?$/ });
const countryCode = z.string().regex(/^[A-Z]{2}$/, 'InvalidCountryCode');

export const recipientShape = z.object({
  name: filled,
  email: optional,
  phoneNumber: optional,
  address: z.object({
    line1: filled,
    line2: optional,
    townOrCity: filled,
    stateOrCounty: optional,
    postalOrZipCode: filled,
    countryCode,
  }),
}) satisfies z.ZodType<Recipient>;

const itemShape = z
  .object({
    merchantReference: optional,
    sku: filled,
    copies: z.int().min(1).max(10_000),
    sizing: z.enum(['fillPrintArea', 'fitPrintArea', 'stretchToPrintArea']),
    attributes: z.record(z.string(), z.string()).default({}),
    recipientCost: z
      .object({ amount: z.string().regex(/^\d+(\.\d{1,2})?$/), currency: z.string().regex(/^[A-Z]{3}$/) })
      .nullish()
      .transform((cost) => cost ?? null),
    assets: z
      .array(
        z.object({
          printArea: z.literal('default'),
          url: webAddress,
          md5Hash: z
            .string()
            .regex(/^[0-9a-f]{32}$/)
            .nullish(),
        }),
      )
      .length(1),
  })
  .superRefine(({ sku, attributes }, context) => {
    const known = skus.get(sku.toUpperCase());
    if (!known) context.addIssue({ code: 'custom', path: ['sku'], message: 'NotFound' });
    else if (known.colours.length > 0 && !known.colours.includes((attributes['color'] ?? '').toLowerCase())) {
      context.addIssue({ code: 'custom', path: ['attributes', 'color'], message: 'InvalidAttributeValue' });
    }
  });

const orderShape = z.object({
  merchantReference: optional,
  shippingMethod: z.enum(Object.keys(shippingCents)),
  idempotencyKey: optional,
  callbackUrl: webAddress.nullish().transform((url) => url ?? null),
  recipient: recipientShape,
  items: z.array(itemShape).min(1).max(500),
  metadata: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform((fields) => fields ?? null),
});

/** The faults of a body, by the path of its field. */
export type Failures = Record<string, { code: string }[]>;

/** Reads a body; what is wrong with it is named as Prodigi does. */
export function read<T>(shape: z.ZodType<T>, body: unknown): { value: T } | { failures: Failures } {
  const result = shape.safeParse(body);
  if (result.success) return { value: result.data };
  const failures: Failures = {};
  for (const { path, message } of result.error.issues) {
    const name = path.map((part) => (typeof part === 'number' ? `[${part}]` : `.${String(part)}`)).join('');
    (failures[name.replace(/^\./, '') || 'body'] ??= []).push({ code: message });
  }
  return { failures };
}

/** Returns an order that was just taken. */
export function orderOf(body: unknown, dueMs: number | null): { value: Kept } | { failures: Failures } {
  const given = read(orderShape, body);
  if ('failures' in given) return given;
  const created = new Date().toISOString();
  const { items, ...order } = given.value;
  return {
    value: {
      step: 0,
      tries: 0,
      held: false,
      dueMs,
      order: {
        id: newId('ord'),
        created,
        lastUpdated: created,
        ...order,
        status: {
          stage: 'InProgress',
          issues: [],
          details: {
            downloadAssets: 'NotStarted',
            printReadyAssetsPrepared: 'NotStarted',
            allocateProductionLocation: 'NotStarted',
            inProduction: 'NotStarted',
            shipping: 'NotStarted',
          },
        },
        charges: [],
        shipments: [],
        items: items.map(({ assets, ...item }) => ({
          id: newId('ori'),
          status: 'NotYetDownloaded',
          ...item,
          assets: assets.map(({ md5Hash = null, ...asset }) => ({
            id: newId('ast'),
            ...asset,
            md5Hash,
            status: 'InProgress',
          })),
        })),
        packingSlip: null,
      },
    },
  };
}
