import { z } from 'zod';
import { imageSizes } from '../downloads/policy.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { SERIES_MAX, SERIES_PICTURES_MAX } from './policy.ts';

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
  /** Name, text and banner of the section as they are afterwards. */
  CuratorSectionDescribed: {
    version: 1,
    data: z.object({
      memberId,
      name: z.string(),
      /** May be empty. */
      text: z.string(),
      /** An image of one of the curator's own pictures, which was public then. */
      banner: z.object({ generationId: z.uuid(), variantId: z.uuid() }).nullable(),
    }),
    sealed: { subject: 'memberId', fields: ['name', 'text'] },
  },
  /** One series of pictures of the section, in the order in which they are shown. A new one is the last. */
  CuratorSeriesArranged: {
    version: 1,
    data: z.object({
      memberId,
      seriesId: z.uuid(),
      title: z.string(),
      generationIds: z.array(z.uuid()).max(SERIES_PICTURES_MAX),
    }),
    sealed: { subject: 'memberId', fields: ['title'] },
  },
  CuratorSeriesRemoved: { version: 1, data: z.object({ memberId, seriesId: z.uuid() }) },
  /** All series of the section in their order afterwards. */
  CuratorSeriesOrdered: { version: 1, data: z.object({ memberId, seriesIds: z.array(z.uuid()).max(SERIES_MAX) }) },
  /** Name, text, banner and all series, long after the member was a curator. */
  CuratorSectionRemoved: { version: 1, data: z.object({ memberId }) },
} satisfies FactCatalogue;

export type CuratorFact = FactsOf<typeof curatorFacts>;
