import { keysetFilter } from '@easel/contracts/kernel/console';
import { oneOrMore, SimpleRest } from '@easel/kernel/http/simple-rest';
import * as z from 'zod/mini';
import { searchedWords } from './blocks.ts';

/** Events in one reply at most. */
export const EVENTS_MAX = 250;
/** Words that one search may ask for. */
export const WORDS_ASKED_MAX = 8;

const position = z.string().check(z.regex(/^\d{1,19}$/));
const name = z.string().check(z.minLength(1), z.maxLength(500));

const filter = z.object({
  id: z.optional(oneOrMore(position, EVENTS_MAX)),
  type: z.optional(oneOrMore(name, 100)),
  category: z.optional(oneOrMore(name, 100)),
  kind: z.optional(oneOrMore(name, 100)),
  stream: z.optional(z.string().check(z.minLength(1), z.maxLength(2_000))),
  member: z.optional(z.uuid()),
  actor: z.optional(name),
  correlation: z.optional(name),
  from: z.optional(z.iso.datetime()),
  to: z.optional(z.iso.datetime()),
  q: z.optional(
    z.string().check(
      z.maxLength(500),
      z.refine((text) => searchedWords(text).length <= WORDS_ASKED_MAX, {
        error: `No more than ${WORDS_ASKED_MAX} words are searched for`,
      }),
    ),
  ),
  ...keysetFilter,
});
export type EventFilter = z.output<typeof filter>;

export const eventList = new SimpleRest({
  resource: 'events',
  // The newest first, whichever way is asked for.
  sortable: ['id'],
  defaultSort: { field: 'id', order: 'DESC' },
  filter,
  most: EVENTS_MAX,
});
