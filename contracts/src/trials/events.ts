import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

/** Facts of `trials-{yyyy-mm-dd}`, which the log keeps for `TRIALS_KEPT_DAYS`. */
export const trialFacts = {
  /** A visitor has one of the day's free pictures: that of `generation-{generationId}`, which follows. */
  TrialClaimed: {
    version: 1,
    data: z.object({
      day: z.iso.date(),
      visitorId: z.uuid(),
      generationId: z.uuid(),
      /** A keyed digest of the day and the network that it was asked for from: nothing else of the address is kept. */
      network: z.string().regex(/^[0-9a-f]{16}$/),
      claimedAt: z.iso.datetime(),
    }),
  },
} satisfies FactCatalogue;

export type TrialFact = FactsOf<typeof trialFacts>;
