import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { SEARCH_MAX } from './policy.ts';

/** Facts of `searches-{yyyy-mm-dd}`, which the log keeps for `SEARCHES_KEPT_DAYS`. */
export const searchFacts = {
  /**
   * Somebody searched the public pictures for these words. Nothing in it says who, nor its metadata: `mark` is a keyed
   * digest of the day, the words and the caller, so that the same caller counts once a day for the same words, and two
   * searches of one caller have nothing in common.
   */
  SearchPerformed: {
    version: 1,
    data: z.object({
      day: z.iso.date(),
      words: z.string().min(1).max(SEARCH_MAX),
      mark: z.string().regex(/^[0-9a-f]{16}$/),
      /** How many pictures the page found for these words alone, or more than these; absent where that is not known. */
      found: z.optional(z.int().min(0)),
      /** Whether it counts for what is trending: by a member with a verified address. Absent where it does not. */
      counts: z.optional(z.literal(true)),
      /**
       * A keyed digest of the day, the words and the network, of those that count; absent where everybody has the
       * network, such as this machine's own.
       */
      network: z.optional(z.string().regex(/^[0-9a-f]{16}$/)),
    }),
  },
  /** A search that counted does so no more, since its member was erased. Nothing in it says who. */
  SearchWithdrawn: {
    version: 1,
    data: z.object({
      day: z.iso.date(),
      words: z.string().min(1).max(SEARCH_MAX),
      mark: z.string().regex(/^[0-9a-f]{16}$/),
    }),
  },
} satisfies FactCatalogue;

export type SearchFact = FactsOf<typeof searchFacts>;
