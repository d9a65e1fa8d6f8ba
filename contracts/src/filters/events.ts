import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { eventFilterFields } from './policy.ts';

const ids = { operatorId: z.uuid(), filterId: z.uuid() };

/** Facts of `filters-{operatorId}`. */
export const filterFacts = {
  /** Under a name that is taken it is the filter of that name, which keeps something else from now on. */
  EventFilterSaved: {
    version: 1,
    data: z.object({
      ...ids,
      name: z.string(),
      filter: z.partialRecord(z.enum(eventFilterFields), z.union([z.string(), z.array(z.string())])),
      savedAt: z.iso.datetime(),
    }),
  },
  EventFilterDeleted: { version: 1, data: z.object({ ...ids, deletedAt: z.iso.datetime() }) },
} satisfies FactCatalogue;

export type FilterFact = FactsOf<typeof filterFacts>;
