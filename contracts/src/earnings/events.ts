import { z } from 'zod';
import { subscribedTiers } from '../account/policy.ts';
import { imageSizes } from '../downloads/policy.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { purchaseMethods } from '../purchases/policy.ts';

const some = z.int().nonnegative();

const reversal = z.object({
  memberId: z.uuid(),
  /** Of the sale: as its accrual has it. */
  key: z.uuid(),
  buyerId: z.uuid(),
  purchaseId: z.uuid(),
  /** Counts the changes of this sale's cover, as its buyer's account does: settles it. */
  turn: z.int().positive(),
  /** None, where it had gone before and did not come back, or the other way round. */
  tenths: some,
  cents: some,
  /** Whether it had matured: then the account has it, and it is moved there. */
  matured: z.boolean(),
});

/**
 * Facts of `earnings-{memberId}`, a hash chain: what sales bring a member, tenths of a credit and cents of a dollar.
 */
export const earningsFacts = {
  /** One sale. It rests here for 24 hours. */
  EarningsAccrued: {
    version: 1,
    data: z.object({
      /** The seller. */
      memberId: z.uuid(),
      /** Id of the buyer's fact: settles it. */
      key: z.uuid(),
      buyerId: z.uuid(),
      purchaseId: z.uuid(),
      generationId: z.uuid(),
      variantId: z.uuid(),
      size: z.enum(imageSizes),
      method: z.enum(purchaseMethods),
      /** The seller's, at that time. */
      tier: z.enum(subscribedTiers),
      curator: z.boolean(),
      tenths: some,
      cents: some,
      accruedAt: z.iso.datetime(),
    }),
  },
  /** Everything that had rested long enough by this UTC day; it is in the account from then on. */
  EarningsMatured: {
    version: 1,
    data: z.object({ memberId: z.uuid(), day: z.iso.date(), tenths: some, cents: some, sales: z.int().positive() }),
  },
  /** The money for a sale was taken back, and with it what the sale had brought. */
  EarningsReversed: { version: 1, data: reversal },
  /** It came back. */
  EarningsReinstated: { version: 1, data: reversal },
} satisfies FactCatalogue;

export type EarningsFact = FactsOf<typeof earningsFacts>;
