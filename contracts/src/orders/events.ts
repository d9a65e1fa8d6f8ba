import { z } from 'zod';
import { downloadFormats, imageSizes } from '../downloads/policy.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { orderStatuses } from './policy.ts';

const instant = z.iso.datetime();
const sum = z.int().nonnegative();
const file = z.object({ blob: z.string(), width: z.int().positive(), height: z.int().positive() });
const order = { orderId: z.uuid(), memberId: z.uuid() };

/** Events of `order-{id}`. Sums are cents of a dollar. */
export const orderFacts = {
  /** Prices are the server's. A test order is charged nothing, grants nothing and counts nowhere. */
  OrderPlaced: {
    version: 1,
    data: z.object({
      ...order,
      /** `ORD-…`, or `TEST-…` of a test order. */
      reference: z.string(),
      testMode: z.boolean(),
      customerName: z.string(),
      customerEmail: z.string(),
      /** Empty where none was given. */
      customerPhone: z.string(),
      items: z
        .array(
          z.object({
            kind: z.literal('image-download'),
            /** Becomes the id of the purchase once it is paid. */
            itemId: z.uuid(),
            generationId: z.uuid(),
            variantId: z.uuid(),
            sellerId: z.uuid(),
            size: z.enum(imageSizes),
            /** In which the image was made. */
            original: z.enum(imageSizes),
            format: z.enum(downloadFormats),
            cents: z.int().positive(),
            curator: z.boolean(),
            /** What is ordered, so that it is granted whatever becomes of its generation. */
            image: z.object({ original: file, preview: file, thumbnail: file, thumbhash: z.string() }),
          }),
        )
        .min(1),
      /** Of the price list that set the prices. */
      priceVersion: z.int().positive(),
      subtotalCents: sum,
      shippingCents: sum,
      totalCents: sum,
      placedAt: instant,
    }),
    sealed: { subject: 'memberId', fields: ['customerName', 'customerEmail', 'customerPhone'] },
  },
  /** The card service has a payment for it, `pi_…`; an order has one, whatever number of cards it is tried with. */
  OrderPaymentOpened: { version: 1, data: z.object({ ...order, paymentId: z.string() }) },
  /** `livemode` of the card service where a live key is set. */
  OrderPaid: {
    version: 1,
    data: z.object({
      ...order,
      paymentId: z.string(),
      cents: z.int().positive(),
      livemode: z.boolean().optional(),
      paidAt: instant,
    }),
  },
  /**
   * A card was declined; another may be tried. `reason` is the card service's code, such as `insufficient_funds`.
   * `chargeId` names the attempt, `ch_…`; absent where it did not get as far as the bank.
   */
  OrderPaymentFailed: {
    version: 1,
    data: z.object({
      ...order,
      paymentId: z.string(),
      chargeId: z.string().optional(),
      reason: z.string(),
      failedAt: instant,
    }),
  },
  /** Every change of status but being placed and being paid. */
  OrderStatusChanged: {
    version: 1,
    data: z.object({
      ...order,
      from: z.enum(orderStatuses),
      to: z.enum(orderStatuses),
      reason: z.enum(['by-member', 'unpaid', 'downloads-ready', 'refunded']),
      changedAt: instant,
    }),
  },
  /** Money went back to the card; `failed` where the bank did not take it in the end, and it came back. */
  OrderRefunded: {
    version: 1,
    data: z.object({
      ...order,
      paymentId: z.string(),
      refundId: z.string(),
      cents: z.int().positive(),
      outcome: z.enum(['made', 'failed']),
      refundedAt: instant,
    }),
  },
} satisfies FactCatalogue;

export type OrderFact = FactsOf<typeof orderFacts>;
export type OrderedItem = Extract<OrderFact, { type: 'OrderPlaced' }>['data']['items'][number];
