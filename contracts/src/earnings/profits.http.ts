import * as z from 'zod/mini';
import { subscribedTiers } from '../account/policy.ts';
import { generation } from '../generation/http.ts';
import { route } from '../kernel/http.ts';
import { earningSources, payoutStatuses } from './policy.ts';

/** Credits and dollars as decimals. `worth` is what a payout of both pays, in dollars. */
const sums = { credits: z.number(), dollars: z.number(), worth: z.number() };
const earned = z.object(sums);
const counted = z.extend(earned, { sales: z.number() });

/** What one source brought in a UTC month; `sales` counts its sales, or its challenges. */
const month = z.object({ month: z.string(), downloads: counted, curator: counted, challenges: counted });
export type EarnedMonth = z.output<typeof month>;

const source = z.extend(counted, {
  source: z.enum(earningSources),
  /** Of downloads, the member's plan at the time of the sale: it sets the rate. Null of other sources. */
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
  /** Where it goes; null in older payouts. */
  bank: z.nullable(z.object({ country: z.string(), last4: z.string() })),
});
export type OwnPayout = z.output<typeof payout>;

const picture = z.extend(counted, {
  generationId: z.uuid(),
  /** Of what it earned, by challenges; in dollars. */
  challenges: z.number(),
  /** When it was sold last; null where only challenges brought something. */
  lastSaleAt: z.nullable(z.string()),
  /** As the gallery shows it; null where it is gone. */
  generation: z.nullable(generation),
});
export type EarningPicture = z.output<typeof picture>;

const page = {
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 20),
  cursor: z.optional(z.string().check(z.maxLength(100))),
};

export const profitsHttp = {
  /**
   * What a member earned since the beginning, without what was taken back. What can be paid out now, and what rests in
   * the account, is in `GET /api/earnings`.
   */
  summary: route({
    method: 'GET',
    path: '/api/earnings/summary',
    side: 'query',
    access: 'member',
    reply: z.object({
      success: z.literal(true),
      total: earned,
      /** In the running UTC month. */
      thisMonth: earned,
      sources: z.array(source),
      /** The newest first; months in which nothing was earned are left out. */
      months: z.array(month),
      /** Sales of the last day: settled into the account at a UTC midnight. */
      pending: counted,
      /** Sales whose payment went back and has not come again. */
      takenBack: counted,
      /** Payouts by what became of them. */
      requested: earned,
      paid: earned,
    }),
    limit: { calls: 300, seconds: 60 },
  }),
  /** What each picture earned, the most first; `next` is the cursor of the page behind. */
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
