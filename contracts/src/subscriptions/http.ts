import * as z from 'zod/mini';
import { subscribedTiers } from '../account/policy.ts';
import { downloadFormats, imageSizes } from '../downloads/policy.ts';
import { route } from '../kernel/http.ts';
import { paymentProblems } from '../payments/http.ts';
import { billingPeriods, subscriptionProblems } from './policy.ts';

/** What comes when what is paid for ends, where that is another plan. */
const next = z.nullable(z.object({ tier: z.enum(subscribedTiers), period: z.enum(billingPeriods) }));
const subscription = z.object({ tier: z.string(), status: z.string(), endDate: z.nullable(z.string()), next });
const limits = z.object({ monthly: z.nullable(z.number()), total: z.nullable(z.number()) });
/** `limit` is null where there is none. */
const used = { used: z.number(), limit: z.nullable(z.number()) };

/** What a member has, may do and has done with it this month. Credits as decimals, instants as ISO. */
export const plan = z.object({
  /** In force: `free` once it has expired. */
  tier: z.enum(subscribedTiers),
  /** As members read it. */
  label: z.string(),
  /** As it was subscribed to. */
  subscription: z.object({
    tier: z.enum(subscribedTiers),
    status: z.string(),
    period: z.nullable(z.enum(billingPeriods)),
    endDate: z.nullable(z.string()),
    next,
  }),
  /** What is owed, and what the credits of it cost from the wallet, in dollars; null where nothing is. */
  debt: z.nullable(z.object({ credits: z.number(), price: z.number(), dollars: z.number() })),
  /** Whether the next period is paid for by itself. */
  renews: z.boolean(),
  /** Whether the card service has a page to manage it on. */
  managed: z.boolean(),
  credits: z.object({
    /** Granted for this month, what is left of it, and what does not expire. */
    allowance: z.number(),
    allowanceLeft: z.number(),
    permanent: z.number(),
    held: z.number(),
    /** Spent this month. */
    spent: z.number(),
    /** When the next allowance comes and the rest of this one goes. */
    renewsAt: z.string(),
  }),
  images: z.object(used),
  downloads: z.extend(z.object(used), {
    maxSize: z.enum(imageSizes),
    formats: z.array(z.enum(downloadFormats)),
  }),
});
export type Plan = z.output<typeof plan>;

export const subscriptionsHttp = {
  /**
   * Free, a lesser plan and the same one answer at once, and come at the end of what is paid for; a better one is 402
   * with `url`, the checkout.
   */
  upgrade: route({
    method: 'POST',
    path: '/api/auth/upgrade-subscription',
    side: 'command',
    access: 'member',
    body: z.object({
      tier: z.enum(subscribedTiers, 'Please choose a plan'),
      period: z._default(z.enum(billingPeriods), 'monthly'),
    }),
    reply: z.object({ success: z.literal(true), subscription, limits }),
    errors: [
      subscriptionProblems.paymentRequired,
      subscriptionProblems.notSold,
      subscriptionProblems.yearlyOnly,
      subscriptionProblems.endsFirst,
      paymentProblems.checkoutFailed,
    ],
    moves: ['me', 'plan', 'balance', 'statement'],
    limit: { calls: 30, seconds: 3600 },
    idempotent: true,
  }),
  /** The card service's page for cards, invoices and cancelling. */
  portal: route({
    method: 'POST',
    path: '/api/auth/billing-portal',
    side: 'command',
    access: 'member',
    reply: z.object({ success: z.literal(true), url: z.string() }),
    errors: [subscriptionProblems.notManaged, paymentProblems.checkoutFailed],
    limit: { calls: 30, seconds: 3600 },
  }),
  plan: route({
    method: 'GET',
    path: '/api/account/plan',
    side: 'command',
    access: 'member',
    reply: z.object({ success: z.literal(true), plan }),
  }),
};
