import { z } from 'zod';
import { subscribedTiers } from '../account/policy.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { billingPeriods } from '../subscriptions/policy.ts';
import { lineKinds } from './policy.ts';

const instant = z.iso.datetime();

/** spec: rulings "Invoices": there is no tax line. */
const document = {
  /** `INV-2026-000001`. The numbers of a year have no gaps. */
  number: z.string(),
  memberId: z.uuid(),
  /** At the card service. */
  paymentId: z.string(),
  cents: z.int().positive(),
  currency: z.literal('USD'),
  /** Lines of the seller's name and address, as configured when it was issued. */
  seller: z.array(z.string()),
  /** When the payment or refund was recorded; its UTC year names the stream. */
  bookedAt: instant,
};

/** Events of `invoices-{year}`, one for each number. They hold no personal data: the member is named by id alone. */
export const invoiceFacts = {
  /** A payment has its invoice, once; so has a refund that failed in the end, which brought its money back. */
  InvoiceIssued: {
    version: 1,
    data: z.object({
      ...document,
      item: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('top-up') }),
        z.object({
          kind: z.literal('plan'),
          tier: z.enum(subscribedTiers),
          period: z.enum(billingPeriods),
          from: instant,
          until: instant,
        }),
        z.object({
          kind: z.literal('order'),
          orderId: z.uuid(),
          /** `ORD-…`. */
          reference: z.string(),
          /** How many there are. */
          items: z.int().positive(),
          /** What they are; absent in older events. */
          lines: z
            .array(
              z.object({
                of: z.enum(lineKinds),
                text: z.string(),
                quantity: z.int().positive(),
                unitCents: z.int().positive(),
                cents: z.int().positive(),
              }),
            )
            .optional(),
          /** Of delivery; absent where nothing is delivered. */
          shippingCents: z.int().nonnegative().optional(),
        }),
        z.object({ kind: z.literal('failed-refund'), refundId: z.string() }),
      ]),
    }),
  },
  /** A refund has its credit note, once. Which invoice it credits follows from the payment. */
  CreditNoteIssued: {
    version: 1,
    data: z.object({
      ...document,
      refundId: z.string(),
      /** The order whose payment was refunded; absent where it was of none, and in older events. */
      orderId: z.uuid().optional(),
    }),
  },
} satisfies FactCatalogue;

export type InvoiceFact = FactsOf<typeof invoiceFacts>;
export type InvoiceItem = Extract<InvoiceFact, { type: 'InvoiceIssued' }>['data']['item'];
