import * as z from 'zod/mini';
import { everyOperator, listQuery, reasonText } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { neededVerbatim } from '../kernel/needed.ts';
import { defineProblems } from '../kernel/problem.ts';
import { lagHours, PARTITION_MAX, projectionPhases, runStatuses } from './policy.ts';

export const operationProblems = defineProblems('operations', {
  notFound: [404, 'There is no such projection'],
  runNotFound: [404, 'There is no such rebuild of this projection'],
  alreadyPaused: [409, 'This projection is paused already'],
  notPaused: [409, 'This projection is not paused'],
  rebuildOpen: [409, 'A rebuild of this projection was asked for already and has not ended yet'],
  alreadyCancelled: [409, 'This rebuild was cancelled already'],
  swapBegun: [409, 'This rebuild is taking effect already and can no longer be cancelled'],
  swapped: [409, 'This rebuild has taken effect already'],
  rebuildEnded: [409, 'This rebuild has ended already'],
});

/** Positions in the log are text: on a large one they are beyond what a number holds. */
const position = z.string();
const sum = z.nullable(z.object({ rows: z.number(), checksum: z.string() }));

/** A rebuild: how far it is, and at its end how its tables compared with the live ones. */
const run = z.object({
  id: z.string(),
  status: z.enum(runStatuses),
  accept_difference: z.boolean(),
  reason: z.string(),
  requested_by: z.object({ id: z.string(), role: z.nullable(z.string()) }),
  requested_at: z.string(),
  started_at: z.nullable(z.string()),
  ended_at: z.nullable(z.string()),
  facts: z.number(),
  /** Facts that it will have read once it has come to the live rows, which grow meanwhile; null until that is known. */
  total: z.nullable(z.number()),
  facts_per_second: z.nullable(z.number()),
  /** Until it has caught up with the live rows, as far as can be told. */
  eta_seconds: z.nullable(z.number()),
  /** Null where one of the two has no such table. */
  tables: z.array(z.object({ table: z.string(), live: sum, fresh: sum, equal: z.boolean() })),
  error: z.nullable(z.string()),
});
export type RebuildRun = z.output<typeof run>;

const record = z.object({
  /** Its name. */
  id: z.string(),
  schema: z.string(),
  version: z.number(),
  phase: z.enum(projectionPhases),
  /** Why it stands still. */
  reason: z.nullable(z.string()),
  /** An alarm: it runs, and does not move while there is something to apply. */
  stands_still: z.boolean(),
  /** By an operator. A projection that had stopped before stays `stopped` meanwhile. */
  paused: z.boolean(),
  /** Its checkpoint: a place in the log, and no count. */
  position,
  /** Facts it has yet to apply; null while the log is away. Counted up to a bound: `lag_more` says there are more. */
  lag_events: z.nullable(z.number()),
  lag_more: z.boolean(),
  /** Age of the oldest fact it has yet to apply; 0 where there is none. */
  lag_seconds: z.nullable(z.number()),
  /** Over the last seconds. */
  events_per_second: z.number(),
  events_applied: z.number(),
  /** Of types that the code does not know. */
  events_ignored: z.number(),
  /** Facts set aside, because one of them could not be applied. */
  parked: z.number(),
  /** It has shown the whole log once. */
  whole: z.boolean(),
  updated_at: z.string(),
  /** The one that is queued or under way, else the latest. */
  rebuild: z.nullable(run),
});
export type ProjectionRecord = z.output<typeof record>;

const partition = neededVerbatim('Please choose a partition').check(z.maxLength(PARTITION_MAX));
const parkedFact = z.object({
  position,
  type: z.string(),
  stream: z.string(),
  revision: z.number(),
  at: z.string(),
  /** Null where it only waits behind another. */
  error: z.nullable(z.string()),
  /** Personal data is shown as `[sealed]`. */
  data: z.unknown(),
});
export type ParkedFact = z.output<typeof parkedFact>;

const byName = z.object({ id: z.string().check(z.regex(/^[a-z][a-z_]{0,30}$/)) });
const done = z.object({ success: z.literal(true) });
const observers = { operators: ['admin', 'analyst', 'auditor'] } as const;
const operatorsOnly = { operators: ['admin', 'analyst'] } as const;
const command = { method: 'POST', side: 'command', access: operatorsOnly, params: byName, idempotent: true } as const;
const moves = ['projections'] as const;

export const operationsHttp = {
  /** A bare array with `Content-Range`. Filters: `id` and `phase`, each one or several; `paused`, `stands_still`. */
  list: route({
    method: 'GET',
    path: '/api/admin/projections',
    side: 'query',
    access: observers,
    query: listQuery,
    reply: z.array(record),
  }),
  /**
   * How far each was behind, at its worst in stretches of equal length, the oldest first; one in which nobody looked is
   * left out.
   */
  lags: route({
    method: 'GET',
    path: '/api/admin/projections/lags',
    side: 'query',
    access: observers,
    query: z.object({ hours: z._default(z.enum(lagHours.map(String), 'Please choose 1, 6 or 24 hours'), '1') }),
    reply: z.object({
      success: z.literal(true),
      from: z.string(),
      to: z.string(),
      stretch_seconds: z.number(),
      projections: z.array(
        z.object({
          id: z.string(),
          lags: z.array(z.object({ at: z.string(), events: z.number(), more: z.boolean(), seconds: z.number() })),
        }),
      ),
    }),
  }),
  /** With its parked partitions, the longest parked first, and its latest rebuilds, the newest first. */
  one: route({
    method: 'GET',
    path: '/api/admin/projections/:id',
    side: 'query',
    access: observers,
    params: byName,
    reply: z.extend(record, {
      partitions: z.array(
        z.object({
          partition: z.string(),
          facts: z.number(),
          first_position: position,
          /** Of the fact that the others wait behind. */
          error: z.nullable(z.string()),
          since: z.string(),
        }),
      ),
      runs: z.array(run),
    }),
    errors: [operationProblems.notFound],
  }),
  /** The first hundred parked facts of a partition, in order. */
  parked: route({
    method: 'GET',
    path: '/api/admin/projections/:id/parked',
    side: 'query',
    access: observers,
    params: byName,
    query: z.object({ partition }),
    reply: z.object({ success: z.literal(true), facts: z.array(parkedFact) }),
    errors: [operationProblems.notFound],
  }),
  /** What is asked for holds within a second, in whichever process the projector runs. Reads go on, marked as stale. */
  pause: route({
    ...command,
    path: '/api/admin/projections/:id/pause',
    body: z.object({ reason: reasonText }),
    reply: done,
    errors: [operationProblems.notFound, operationProblems.alreadyPaused],
    moves,
  }),
  resume: route({
    ...command,
    path: '/api/admin/projections/:id/resume',
    body: z.object({ reason: reasonText }),
    reply: done,
    errors: [operationProblems.notFound, operationProblems.notPaused],
    moves,
  }),
  /**
   * Rebuilds are done one after the other, of a projection the next once the one before it has ended.
   * `accept_difference`: swap even where the fresh rows differ from the live ones.
   */
  rebuild: route({
    ...command,
    path: '/api/admin/projections/:id/rebuild',
    body: z.object({ reason: reasonText, accept_difference: z._default(z.boolean(), false) }),
    reply: z.object({ success: z.literal(true), run_id: z.string() }),
    errors: [operationProblems.notFound, operationProblems.rebuildOpen],
    moves,
  }),
  /** Refused once its swap has begun: from then on it takes effect, whatever crashes. */
  cancel: route({
    ...command,
    path: '/api/admin/projections/:id/rebuild/cancel',
    body: z.object({ run_id: z.uuid('Please choose a rebuild'), reason: reasonText }),
    reply: done,
    errors: [
      operationProblems.notFound,
      operationProblems.runNotFound,
      operationProblems.alreadyCancelled,
      operationProblems.swapBegun,
      operationProblems.swapped,
      operationProblems.rebuildEnded,
    ],
    moves,
  }),
  /** Tries the parked facts of the partition again, in order, up to the first that still fails. */
  retry: route({
    ...command,
    path: '/api/admin/projections/:id/parked/retry',
    body: z.object({ partition, reason: reasonText }),
    reply: done,
    errors: [operationProblems.notFound],
    moves,
  }),
  /** Server-sent events (operations/live) until the client, the session or the process ends. */
  live: route({
    method: 'GET',
    path: '/api/admin/live',
    side: 'query',
    access: everyOperator,
  }),
};
