import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

const tenths = z.int().positive();
const month = z.string().regex(/^\d{4}-\d{2}$/);
/** How a sum divides over the two buckets: the allowance is spent first. */
const split = { allowanceTenths: z.int().nonnegative(), permanentTenths: z.int().nonnegative() };

export const grantReasons = ['allowance', 'referral', 'prize', 'earning', 'adjustment'] as const;
export const releaseReasons = ['failed', 'cancelled', 'abandoned'] as const;

/** Facts of `account-{memberId}`, a hash chain. Sums are tenths of a credit. */
export const accountFacts = {
  CreditsGranted: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      bucket: z.enum(['allowance', 'permanent']),
      tenths,
      reason: z.enum(grantReasons),
      /** Settles the grant: a repeat of the key grants nothing. */
      key: z.string(),
      /** The UTC month of an allowance. */
      month: month.nullable(),
      note: z.string().nullable(),
    }),
  },
  CreditsExpired: { version: 1, data: z.object({ memberId: z.uuid(), tenths, month }) },
  CreditsHeld: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      generationId: z.uuid(),
      /** Of the request, keyed per member: an identical one in progress is refused by it. */
      fingerprint: z.string(),
      tenths,
      ...split,
      images: z.int().positive(),
      month,
    }),
  },
  CreditsCaptured: { version: 1, data: z.object({ memberId: z.uuid(), generationId: z.uuid(), tenths, ...split }) },
  CreditsReleased: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      generationId: z.uuid(),
      tenths,
      ...split,
      reason: z.enum(releaseReasons),
    }),
  },
} satisfies FactCatalogue;

export type AccountFact = FactsOf<typeof accountFacts>;
