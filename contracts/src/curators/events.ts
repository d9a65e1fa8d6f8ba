import { z } from 'zod';
import { imageSizes } from '../downloads/policy.ts';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { SERIES_MAX, SERIES_PICTURES_MAX } from './policy.ts';

const memberId = z.uuid();

/**
 * Facts of `curator-{memberId}`. Members with the Curator Partner plan are curators while it is in force; that is not
 * recorded here.
 */
export const curatorFacts = {
  CuratorAppointed: { version: 1, data: z.object({ memberId, reason: z.string() }) },
  /** The complete new price list, in cents. Sizes without a price have the default of the list. */
  CuratorPricesSet: {
    version: 1,
    data: z.object({ memberId, cents: z.partialRecord(z.enum(imageSizes), z.int().positive()) }),
  },
  CuratorEnded: { version: 1, data: z.object({ memberId, reason: z.string() }) },
  /** The new name, text and banner of the section. */
  CuratorSectionDescribed: {
    version: 1,
    data: z.object({
      memberId,
      name: z.string(),
      /** May be empty. */
      text: z.string(),
      /** An image of one of the curator's own pictures, which was public at the time. */
      banner: z.object({ generationId: z.uuid(), variantId: z.uuid() }).nullable(),
    }),
    sealed: { subject: 'memberId', fields: ['name', 'text'] },
  },
  /** One series of the section with its pictures in display order. A new series is the last one. */
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
  /** All series of the section in their new order. */
  CuratorSeriesOrdered: { version: 1, data: z.object({ memberId, seriesIds: z.array(z.uuid()).max(SERIES_MAX) }) },
  /** Name, text, banner and all series are deleted, twelve months after the member was a curator. */
  CuratorSectionRemoved: { version: 1, data: z.object({ memberId }) },
} satisfies FactCatalogue;

export type CuratorFact = FactsOf<typeof curatorFacts>;
