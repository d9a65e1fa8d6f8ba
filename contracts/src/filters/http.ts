import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { neededText } from '../kernel/needed.ts';
import { defineProblems } from '../kernel/problem.ts';
import { EVENT_FILTERS_MAX, EVENT_FILTER_CHARS_MAX, EVENT_FILTER_NAME_MAX, eventFilterFields } from './policy.ts';

export const filterProblems = defineProblems('filters', {
  notFound: [404, 'Saved filter not found'],
  tooMany: [422, `No more than ${EVENT_FILTERS_MAX} filters are kept`],
  personal: [422, 'An address is personal, and a saved filter stands in the log for ever: please leave it out'],
});

const text = z.string().check(z.maxLength(2_000));
const filter = z.partialRecord(
  z.enum(eventFilterFields),
  z.union([text, z.array(text).check(z.maxLength(100))]),
  'Please choose what the filter keeps',
);
const saved = z.object({ id: z.uuid(), name: z.string(), filter });
export type SavedEventFilter = z.output<typeof saved>;

const byId = z.object({ id: z.uuid() });
const readers = { operators: ['admin', 'analyst', 'auditor'] } as const;

export const filtersHttp = {
  /** An operator's own, by name. */
  own: route({
    method: 'GET',
    path: '/api/admin/events/filters',
    side: 'query',
    access: readers,
    reply: z.object({ success: z.literal(true), filters: z.array(saved) }),
  }),
  /** Anyone's: whoever may read events may be sent to what a colleague has found. */
  one: route({
    method: 'GET',
    path: '/api/admin/events/filters/:id',
    side: 'query',
    access: readers,
    params: byId,
    reply: z.object({ success: z.literal(true), filter: saved }),
    errors: [filterProblems.notFound],
  }),
  /** Under a name that is taken it takes the place of what stood there. */
  save: route({
    method: 'POST',
    path: '/api/admin/events/filters',
    side: 'command',
    access: readers,
    body: z.object({
      name: neededText('A name is needed').check(z.maxLength(EVENT_FILTER_NAME_MAX)),
      filter: filter.check(
        z.refine((asked) => Object.keys(asked).length > 0, { error: 'Please choose what the filter keeps' }),
        z.refine((asked) => JSON.stringify(asked).length <= EVENT_FILTER_CHARS_MAX, {
          error: 'This filter is too large',
        }),
      ),
    }),
    reply: z.object({ success: z.literal(true), filter: saved }),
    errors: [filterProblems.tooMany, filterProblems.personal],
    moves: ['filters'],
    idempotent: true,
  }),
  /** One's own; another's is not there. */
  remove: route({
    method: 'DELETE',
    path: '/api/admin/events/filters/:id',
    side: 'command',
    access: readers,
    params: byId,
    reply: z.object({ success: z.literal(true) }),
    errors: [filterProblems.notFound],
    moves: ['filters'],
  }),
};
