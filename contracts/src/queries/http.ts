import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { neededText } from '../kernel/needed.ts';
import { defineProblems } from '../kernel/problem.ts';
import { QUERIES_MAX, QUERY_CHARS_MAX, QUERY_NAME_MAX, queryFilters } from './policy.ts';

export const queryProblems = defineProblems('queries', {
  notFound: [404, 'Saved query not found'],
  tooMany: [422, `No more than ${QUERIES_MAX} queries are kept`],
  personal: [422, 'An address is personal, and a saved query stands in the log for ever: please leave it out'],
});

const text = z.string().check(z.maxLength(2_000));
const filter = z.partialRecord(
  z.enum(queryFilters),
  z.union([text, z.array(text).check(z.maxLength(100))]),
  'Please choose what the query asks for',
);
const query = z.object({ id: z.uuid(), name: z.string(), filter });
export type SavedQuery = z.output<typeof query>;

const byId = z.object({ id: z.uuid() });
const readers = { operators: ['admin', 'analyst', 'auditor'] } as const;

export const queriesHttp = {
  /** An operator's own, by name. */
  own: route({
    method: 'GET',
    path: '/api/admin/events/queries',
    side: 'query',
    access: readers,
    reply: z.object({ success: z.literal(true), queries: z.array(query) }),
  }),
  /** Anyone's: whoever may read events may be sent to what a colleague has found. */
  one: route({
    method: 'GET',
    path: '/api/admin/events/queries/:id',
    side: 'query',
    access: readers,
    params: byId,
    reply: z.object({ success: z.literal(true), query }),
    errors: [queryProblems.notFound],
  }),
  /** Under a name that is taken it takes the place of what stood there. */
  save: route({
    method: 'POST',
    path: '/api/admin/events/queries',
    side: 'command',
    access: readers,
    body: z.object({
      name: neededText('A name is needed').check(z.maxLength(QUERY_NAME_MAX)),
      filter: filter.check(
        z.refine((asked) => Object.keys(asked).length > 0, { error: 'Please choose what the query asks for' }),
        z.refine((asked) => JSON.stringify(asked).length <= QUERY_CHARS_MAX, { error: 'This query is too large' }),
      ),
    }),
    reply: z.object({ success: z.literal(true), query }),
    errors: [queryProblems.tooMany, queryProblems.personal],
    moves: ['queries'],
    idempotent: true,
  }),
  /** One's own; another's is not there. */
  remove: route({
    method: 'DELETE',
    path: '/api/admin/events/queries/:id',
    side: 'command',
    access: readers,
    params: byId,
    reply: z.object({ success: z.literal(true) }),
    errors: [queryProblems.notFound],
    moves: ['queries'],
  }),
};
