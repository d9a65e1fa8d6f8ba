import * as z from 'zod/mini';
import type { OperatorRole } from './http.ts';
import { neededText } from './needed.ts';

/** What the console's resources have in common; its lists speak ra-data-simple-rest's dialect. */

export const operatorRoles = ['admin', 'support', 'analyst', 'auditor'] as const satisfies readonly OperatorRole[];
export const everyOperator = { operators: operatorRoles } as const;

export const REASON_MAX = 500;
/** Why an operator did it: it becomes part of the fact. */
export const reasonText = neededText('A reason is needed').check(z.maxLength(REASON_MAX));
/** Of a thing as the operator has seen it, for changes. */
export const seenVersion = z.number('Please send the version that you have seen').check(z.int(), z.gte(0));

/**
 * JSON texts: `["field","ASC"]`, `[0,24]` with both ends included, and an object. The filters of a list are fields of
 * `filter`, as in `?filter={"payment":"pi_1"}`; one that the list does not have is refused. As on all routes, other
 * query parameters are ignored: `?payment=pi_1` narrows nothing.
 */
export const listQuery = z.object({
  sort: z.optional(z.string().check(z.maxLength(200))),
  range: z.optional(z.string().check(z.maxLength(60))),
  filter: z.optional(z.string().check(z.maxLength(8_000))),
});

/** Of the log, as text: it exceeds a JavaScript number. */
const place = z.string().check(
  z.regex(/^\d{1,19}$/, { abort: true }),
  z.refine((text) => BigInt(text) < 2n ** 63n),
);

/** An instant of a filter, within what every part can count. */
export const instantText = z.iso.datetime().check(z.refine((text) => text >= '1970' && text < '9999'));

/**
 * Of lists that grow without end: always the newest first, and walked by positions in the log. `before` gives rows
 * older than it, `after` those next newer than it; a range only says how many. `MORE_HEADER` tells whether there are
 * more that way.
 */
export const keysetFilter = { before: z.optional(place), after: z.optional(place) };
export const MORE_HEADER = 'x-more';
/** Of a search that ended before it had found enough: the position that it went to, from where it may go on. */
export const SEARCHED_TO_HEADER = 'x-searched-to';

/** One fact of a thing, as its history tells it. */
export const historyEntry = z.object({
  version: z.number(),
  type: z.string(),
  at: z.string(),
  actor: z.object({ kind: z.string(), id: z.string(), role: z.nullable(z.string()) }),
  /** What it changed, by the fact's kind. */
  detail: z.record(z.string(), z.unknown()),
});
export type HistoryEntry = z.output<typeof historyEntry>;
