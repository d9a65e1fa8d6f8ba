import { z } from 'zod';
import { subscribedTiers } from '../account/policy.ts';
import { imageSizes } from '../downloads/policy.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { purchaseMethods } from '../purchases/policy.ts';

const some = z.int().nonnegative();

const reversal = z.object({
  memberId: z.uuid(),
  /** The `key` of the accrual. */
  key: z.uuid(),
  buyerId: z.uuid(),
  purchaseId: z.uuid(),
  /** Counts how often this sale lost or regained its payment, as the buyer's account does. Deduplicates. */
  turn: z.int().positive(),
  /** Zero if the sale was already reversed, or already in force. */
  tenths: some,
  cents: some,
  /** Whether the sale had matured, so that the account has the sum and must be changed too. */
  matured: z.boolean(),
});

/**
 * Facts of `earnings-{memberId}`, a hash chain: what a member earns by sales, in tenths of a credit and cents.
 */
export const earningsFacts = {
  /** The earnings of one sale. They mature after 24 hours. */
  EarningsAccrued: {
    version: 1,
    data: z.object({
      /** The seller. */
      memberId: z.uuid(),
      /** Id of the buyer's event. Deduplicates. */
      key: z.uuid(),
      buyerId: z.uuid(),
      purchaseId: z.uuid(),
      generationId: z.uuid(),
      variantId: z.uuid(),
      size: z.enum(imageSizes),
      method: z.enum(purchaseMethods),
      /** The seller's plan at the time of the sale. */
      tier: z.enum(subscribedTiers),
      curator: z.boolean(),
      tenths: some,
      cents: some,
      accruedAt: z.iso.datetime(),
    }),
  },
  /** Everything that had matured by this UTC day. It is transferred to the account. */
  EarningsMatured: {
    version: 1,
    data: z.object({ memberId: z.uuid(), day: z.iso.date(), tenths: some, cents: some, sales: z.int().positive() }),
  },
  /** The payment of a sale was reversed, and so are its earnings. */
  EarningsReversed: { version: 1, data: reversal },
  /** The payment of the sale is covered again. */
  EarningsReinstated: { version: 1, data: reversal },
} satisfies FactCatalogue;

export type EarningsFact = FactsOf<typeof earningsFacts>;
