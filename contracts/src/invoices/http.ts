import * as z from 'zod/mini';
import { subscribedTiers } from '../account/policy.ts';
import { imageSizes } from '../downloads/policy.ts';
import { route } from '../kernel/http.ts';
import { purchaseMethods } from '../purchases/policy.ts';
import { billingPeriods } from '../subscriptions/policy.ts';
import { invoiceProblems, lineKinds } from './policy.ts';

/** The invoice of a payment, the credit note of a refund, or the receipt of a purchase. Sums as decimals. */
export const invoice = z.object({
  kind: z.enum(['invoice', 'credit-note', 'receipt']),
  /** A receipt's is the id of its purchase. */
  number: z.string(),
  /** When it was paid, or paid back. */
  at: z.string(),
  // Not discriminated: every page would load what reads such a union.
  item: z.union([
    z.object({ kind: z.literal('top-up') }),
    z.object({
      kind: z.literal('plan'),
      tier: z.enum(subscribedTiers),
      period: z.enum(billingPeriods),
      from: z.string(),
      until: z.string(),
    }),
    z.object({
      kind: z.literal('order'),
      orderId: z.uuid(),
      reference: z.string(),
      items: z.number(),
      /** What they are; absent in older invoices. Sums are of one copy, and of all. */
      lines: z.optional(
        z.array(
          z.object({
            of: z.enum(lineKinds),
            text: z.string(),
            quantity: z.number(),
            unitAmount: z.number(),
            amount: z.number(),
          }),
        ),
      ),
      /** Of delivery; absent where nothing is delivered. */
      shipping: z.optional(z.number()),
    }),
    z.object({ kind: z.literal('failed-refund') }),
    z.object({ kind: z.literal('refund') }),
    z.object({ kind: z.literal('picture'), size: z.enum(imageSizes), method: z.enum(purchaseMethods) }),
  ]),
  credits: z.number(),
  /** Dollars; less than zero on a credit note. */
  amount: z.number(),
  /** Lines of the seller's name and address when it was issued; null on receipts, which have today's. */
  seller: z.nullable(z.array(z.string())),
});
export type Invoice = z.output<typeof invoice>;

export const invoicesHttp = {
  /**
   * One's own invoice or credit note by its number, or receipt by the id of its purchase: of a purchase by card it is
   * the invoice of its order. Anybody else's is not there: 404.
   */
  one: route({
    method: 'GET',
    path: '/api/invoices/:number',
    side: 'query',
    access: 'member',
    params: z.object({
      /** In capitals or not. */
      number: z.string().check(
        z.maxLength(60),
        z.overwrite((number) => number.replace(/^inv-/, 'INV-')),
      ),
    }),
    reply: z.object({
      success: z.literal(true),
      invoice,
      /** The number of the invoice that a credit note is about; null on all else. */
      credited: z.nullable(z.string()),
    }),
    errors: [invoiceProblems.notFound],
    limit: { calls: 240, seconds: 60 },
  }),
  /** The seller's name and address, line by line. */
  seller: route({
    method: 'GET',
    path: '/api/settings/seller',
    side: 'command',
    access: 'member',
    reply: z.object({ success: z.literal(true), seller: z.array(z.string()) }),
    limit: { calls: 240, seconds: 60 },
  }),
};
