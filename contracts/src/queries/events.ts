import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';
import { queryFilters } from './policy.ts';

const ids = { operatorId: z.uuid(), queryId: z.uuid() };

/** Facts of `queries-{operatorId}`. */
export const queryFacts = {
  /** Under a name that is taken it is the query of that name, which asks for something else from now on. */
  QuerySaved: {
    version: 1,
    data: z.object({
      ...ids,
      name: z.string(),
      filter: z.partialRecord(z.enum(queryFilters), z.union([z.string(), z.array(z.string())])),
      savedAt: z.iso.datetime(),
    }),
  },
  QueryDeleted: { version: 1, data: z.object({ ...ids, deletedAt: z.iso.datetime() }) },
} satisfies FactCatalogue;

export type QueryFact = FactsOf<typeof queryFacts>;
