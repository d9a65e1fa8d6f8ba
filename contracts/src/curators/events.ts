import { z } from 'zod';
import { imageSizes } from '../downloads/policy.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

const memberId = z.uuid();

/**
 * Facts of `curator-{memberId}`. Whoever subscribes to the Curator Partner plan is one as long as it lasts, without a
 * fact here.
 */
export const curatorFacts = {
  CuratorAppointed: { version: 1, data: z.object({ memberId, reason: z.string() }) },
  /** The whole list as it stands afterwards, in cents; sizes without a price have the list's default. */
  CuratorPricesSet: {
    version: 1,
    data: z.object({ memberId, cents: z.partialRecord(z.enum(imageSizes), z.int().positive()) }),
  },
  CuratorEnded: { version: 1, data: z.object({ memberId, reason: z.string() }) },
} satisfies FactCatalogue;

export type CuratorFact = FactsOf<typeof curatorFacts>;
