import * as z from 'zod/mini';
import { subscribedTiers } from '../account/policy.ts';
import { generation } from '../generation/http.ts';
import { route } from '../kernel/http.ts';
import { earningSources, payoutStatuses } from './policy.ts';

/** Credits and dollars as decimals. `worth` is the payout value of both, in dollars. */
const sums = { credits: z.number(), dollars: z.number(), worth: z.number() };
const earned = z.object(sums);
const counted = z.extend(earned, { sales: z.number() });

/** Earnings from one source in a UTC month; `sales` counts sales, or challenges. */
const month = z.object({ month: z.string(), downloads: counted, curator: counted, challenges: counted });
export type EarnedMonth = z.output<typeof month>;

const source = z.extend(counted, {
  source: z.enum(earningSources),
  /** For downloads, the member's plan at the time of the sale, which sets the rate. Null for other sources. */
  tier: z.nullable(z.enum(subscribedTiers)),
});
export type EarnedBySource = z.output<typeof source>;

const payout = z.object({
  ...sums,
  id: z.uuid(),
  status: z.enum(payoutStatuses),
  requestedAt: z.string(),
  /** Null while it is open. */
  settledAt: z.nullable(z.string()),
  /** Why it was returned; null otherwise. */
  reason: z.nullable(z.string()),
  /** The bank account; null in older payouts. */
  bank: z.nullable(z.object({ country: z.string(), last4: z.string() })),
});
export type OwnPayout = z.output<typeof payout>;

const picture = z.extend(counted, {
  generationId: z.uuid(),
  /** Part of its earnings from challenges, in dollars. */
  challenges: z.number(),
  /** Time of the last sale; null if all earnings are from challenges. */
  lastSaleAt: z.nullable(z.string()),
  /** The picture as the gallery shows it; null if it was deleted. */
  generation: z.nullable(generation),
});
export type EarningPicture = z.output<typeof picture>;

const page = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  cursor: z.optional(z.string().check(z.maxLength(100))),
};

export const profitsHttp = {
  /**
   * All earnings of a member, without those that were reversed. `GET /api/earnings` has what can be paid out now and
   * what cannot be yet.
   */
  summary: route({
    method: 'GET',
    path: '/api/earnings/summary',
    side: 'query',
    access: 'member',
    reply: z.object({
      success: z.literal(true),
      total: earned,
      /** Earnings in the current UTC month. */
      thisMonth: earned,
      sources: z.array(source),
      /** The newest first, without months in which nothing was earned. */
      months: z.array(month),
      /** Recent sales, which are settled into the account at a UTC midnight. */
      pending: counted,
      /** Sales whose payment was reversed. */
      takenBack: counted,
      /** Sums of payouts by status. */
      requested: earned,
      paid: earned,
    }),
    limit: { calls: 300, seconds: 60 },
  }),
  /** Earnings by picture, the highest first; `next` is the cursor of the next page. */
  pictures: route({
    method: 'GET',
    path: '/api/earnings/pictures',
    side: 'query',
    access: 'member',
    query: z.object(page),
    reply: z.object({ success: z.literal(true), pictures: z.array(picture), next: z.nullable(z.string()) }),
    limit: { calls: 300, seconds: 60 },
  }),
  /** The newest first. */
  payouts: route({
    method: 'GET',
    path: '/api/earnings/payouts',
    side: 'query',
    access: 'member',
    query: z.object(page),
    reply: z.object({ success: z.literal(true), payouts: z.array(payout), next: z.nullable(z.string()) }),
    limit: { calls: 300, seconds: 60 },
  }),
};
