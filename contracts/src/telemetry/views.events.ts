import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

/** Facts of `views-{yyyy-mm-dd}`, which the log keeps for `VIEWS_KEPT_DAYS`. */
export const viewFacts = {
  /**
   * Somebody looked at a curator's public picture. Repeats of a viewer and day stand here and are counted once. Nothing
   * in it says who looked, nor its metadata.
   */
  PictureViewed: {
    version: 1,
    data: z.object({
      day: z.iso.date(),
      generationId: z.uuid(),
      /** Whose it is, who was a curator then. */
      curatorId: z.uuid(),
      /**
       * Keyed digest of who looked, the picture and the day: the same person has another one for each other picture and
       * on each other day.
       */
      viewer: z.string().regex(/^[0-9a-f]{32}$/),
    }),
  },
} satisfies FactCatalogue;

export type ViewFact = FactsOf<typeof viewFacts>;
