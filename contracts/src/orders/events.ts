import { z } from 'zod';
import { downloadFormats, imageSizes } from '../downloads/policy.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { placement } from '../products/placement.ts';
import { deliveryMethods, orderStatuses } from './policy.ts';

const instant = z.iso.datetime();
const sum = z.int().nonnegative();
const file = z.object({ blob: z.string(), width: z.int().positive(), height: z.int().positive() });
const image = z.object({ original: file, preview: file, thumbnail: file, thumbhash: z.string() });
const order = { orderId: z.uuid(), memberId: z.uuid() };

const download = z.object({
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
  /** A copy of what is ordered, so that it can be granted even if its generation is deleted. */
  image,
});

const product = z.object({
  kind: z.literal('product'),
  itemId: z.uuid(),
  productId: z.string(),
  /** As the price list called it. */
  name: z.string(),
  /** Empty where the product has no sizes, or no colours. */
  size: z.string(),
  colour: z.string(),
  quantity: z.int().positive(),
  /** The price of one. */
  unitCents: z.int().positive(),
  cents: z.int().positive(),
  generationId: z.uuid(),
  variantId: z.uuid(),
  /** Whose picture it is. */
  makerId: z.uuid(),
  image,
  /** Pixels that may be printed: all of the original's, or those of the size that was bought. */
  widthPx: z.int().positive(),
  heightPx: z.int().positive(),
  placement,
});

/** Where it goes. State and code are empty where the country has none; the country is its name. */
const addressed = {
  street: z.string(),
  city: z.string(),
  state: z.string(),
  zipCode: z.string(),
  country: z.string(),
};
const attempt = z.int().positive();
export const refundReasons = ['by-support', 'cancelled', 'late'] as const;
const addressFields = ['street', 'city', 'state', 'zipCode'] as const;

/** Events of `order-{id}`. Sums are cents of a dollar. */
export const orderFacts = {
  /** Prices are the server's. A test order is charged nothing, grants nothing and counts nowhere. */
  OrderPlaced: {
    version: 2,
    data: z.object({
      ...order,
      /** `ORD-…`, or `TEST-…` of a test order. */
      reference: z.string(),
      testMode: z.boolean(),
      customerName: z.string(),
      customerEmail: z.string(),
      /** Empty where none was given. */
      customerPhone: z.string(),
      ...addressed,
      /** Null of an order of downloads alone, which has no address either. */
      deliveryMethod: z.enum(deliveryMethods).nullable(),
      items: z.array(z.discriminatedUnion('kind', [download, product])).min(1),
      /** The version of the price list that set the prices. */
      priceVersion: z.int().positive(),
      subtotalCents: sum,
      shippingCents: sum,
      totalCents: sum,
      placedAt: instant,
    }),
    upcast: {
      1: (old: object) => ({
        ...old,
        street: '',
        city: '',
        state: '',
        zipCode: '',
        country: '',
        deliveryMethod: null,
      }),
    },
    sealed: { subject: 'memberId', fields: ['customerName', 'customerEmail', 'customerPhone', ...addressFields] },
  },
  /** Until it is in production. */
  OrderAddressChanged: {
    version: 1,
    data: z.object({ ...order, ...addressed, changedAt: instant }),
    sealed: { subject: 'memberId', fields: addressFields },
  },
  /** Support added a note; the metadata names the operator. */
  OrderNoted: {
    version: 1,
    data: z.object({ ...order, noteId: z.uuid(), note: z.string(), notedAt: instant }),
    sealed: { subject: 'memberId', fields: ['note'] },
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
      reason: z.enum([
        'by-member',
        'by-support',
        'unpaid',
        'downloads-ready',
        'printing',
        'dispatched',
        'arrived',
        'assumed-arrived',
        'refunded',
      ]),
      changedAt: instant,
    }),
  },
  /** The print service has it under `printOrderId`, `ord_…`. `attempt` counts from 1: a reprint is another one. */
  OrderSentToPrint: {
    version: 1,
    data: z.object({ ...order, attempt, printOrderId: z.string(), sentAt: instant }),
  },
  /** The print service refused it, or cannot continue it; support has to act. */
  OrderPrintFailed: {
    version: 1,
    data: z.object({ ...order, attempt, problem: z.string(), failedAt: instant }),
  },
  /** Support has it printed once more. */
  OrderReprinted: {
    version: 1,
    data: z.object({ ...order, attempt, reason: z.string(), reprintedAt: instant }),
    sealed: { subject: 'memberId', fields: ['reason'] },
  },
  /** The print service's charge for an attempt; the last event of an attempt replaces earlier ones. */
  OrderPrintCharged: {
    version: 1,
    data: z.object({ ...order, attempt, printOrderId: z.string(), cents: sum, chargedAt: instant }),
  },
  /** A parcel is on its way. Carrier and tracking are empty where there is none. */
  OrderParcelShipped: {
    version: 1,
    data: z.object({
      ...order,
      attempt,
      /** The print service's, `shp_…`. */
      parcelId: z.string(),
      carrier: z.string(),
      trackingNumber: z.string(),
      trackingUrl: z.string(),
      itemIds: z.array(z.uuid()),
      dispatchedAt: instant,
    }),
  },
  /** It was not dispatched within the days that making takes. */
  OrderDelayed: { version: 1, data: z.object({ ...order, delayedAt: instant }) },
  /** The member says whether all has arrived. */
  OrderArrivalReported: {
    version: 1,
    data: z.object({ ...order, arrived: z.boolean(), reportedAt: instant }),
  },
  /** Decided, and to be made at the card service. */
  OrderRefundRequested: {
    version: 1,
    data: z.object({
      ...order,
      requestId: z.uuid(),
      itemIds: z.array(z.uuid()),
      /** Whether the cost of delivery is refunded as well. */
      shipping: z.boolean(),
      cents: z.int().positive(),
      reason: z.enum(refundReasons),
      /** In support's words; empty where none were needed. */
      note: z.string(),
      requestedAt: instant,
    }),
    sealed: { subject: 'memberId', fields: ['note'] },
  },
  /** Money went back to the card; `failed` where the bank did not take it in the end, and it came back. */
  OrderRefunded: {
    version: 2,
    data: z.object({
      ...order,
      paymentId: z.string(),
      refundId: z.string(),
      /** Null where it was made at the card service without one. */
      requestId: z.uuid().nullable(),
      cents: z.int().positive(),
      outcome: z.enum(['made', 'failed']),
      refundedAt: instant,
    }),
    upcast: { 1: (old: object) => ({ ...old, requestId: null }) },
  },
} satisfies FactCatalogue;

export type OrderFact = FactsOf<typeof orderFacts>;
export type OrderedItem = Extract<OrderFact, { type: 'OrderPlaced' }>['data']['items'][number];
export type OrderedDownload = Extract<OrderedItem, { kind: 'image-download' }>;
export type OrderedProduct = Extract<OrderedItem, { kind: 'product' }>;
export type OrderAddress = Pick<
  Extract<OrderFact, { type: 'OrderAddressChanged' }>['data'],
  'street' | 'city' | 'state' | 'zipCode' | 'country'
>;
