import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

/** Facts of `favorites-{memberId}`. */
export const favoriteFacts = {
  /** `isFavorite` as it stands afterwards; `key` names the command that is settled by this. */
  FavoriteToggled: {
    version: 1,
    data: z.object({
      memberId: z.uuid(),
      generationId: z.uuid(),
      isFavorite: z.boolean(),
      key: z.uuid(),
      toggledAt: z.iso.datetime(),
    }),
  },
} satisfies FactCatalogue;

export type FavoriteFact = FactsOf<typeof favoriteFacts>;
