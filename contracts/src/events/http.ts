import * as z from 'zod/mini';
import { listQuery } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { defineProblems } from '../kernel/problem.ts';
import { causeKinds, countUnits, eventFormats, STEPS_MAX } from './policy.ts';

export const eventsProblems = defineProblems('events', {
  notFound: [404, 'Event not found'],
  notFolded: [404, 'Nothing is decided by the facts of this stream, so they amount to no state'],
  tooFar: [422, `Only the first ${STEPS_MAX.toLocaleString('en')} facts of a stream can be replayed here`],
  unreadable: [422, 'A fact before this step cannot be read, so what the stream amounts to is not known'],
});

/** In the log, as text: it exceeds a JavaScript number. */
const position = z.string().check(z.regex(/^\d{1,19}$/));

/** One event of the log, of whatever type; what it did not say in a form we know is null. */
const record = z.object({
  /** Its position. */
  id: position,
  event_id: z.string(),
  type: z.string(),
  category: z.string(),
  stream: z.string(),
  revision: z.number(),
  at: z.string(),
  actor: z.object({ kind: z.nullable(z.string()), id: z.nullable(z.string()), role: z.nullable(z.string()) }),
  /** Whose it is, where it is somebody's. */
  member_id: z.nullable(z.string()),
  correlation_id: z.nullable(z.string()),
  causation_id: z.nullable(z.string()),
});
export type EventRecord = z.output<typeof record>;

const whole = z.extend(record, {
  /** Brought to its newest version; as it is stored where `unreadable` says why it could not be read. */
  data: z.unknown(),
  metadata: z.unknown(),
  unreadable: z.nullable(z.object({ why: z.string(), detail: z.string() })),
  /** Paths of the fields that read `[sealed]`, as `data.senderName`. */
  sealed: z.array(z.string()),
  /** Positions of its neighbours: in its stream, and in the log (those that are in no system stream). */
  previous: z.nullable(position),
  next: z.nullable(position),
  older: z.nullable(position),
  newer: z.nullable(position),
});
export type WholeEvent = z.output<typeof whole>;

const causeNode = z.object({
  /** Of a fact its event's id; else the kind and a name. */
  id: z.string(),
  kind: z.enum(causeKinds),
  label: z.string(),
  at: z.nullable(z.string()),
  /** Of a fact its position. */
  event: z.nullable(position),
  type: z.nullable(z.string()),
  stream: z.nullable(z.string()),
  revision: z.nullable(z.number()),
  /** By kind: the caller and key of a command, the amounts and ids of a fact; never what is sealed. */
  detail: z.record(z.string(), z.unknown()),
});
export type CauseNode = z.output<typeof causeNode>;

const causeEdge = z.object({ from: z.string(), to: z.string() });
export type CauseEdge = z.output<typeof causeEdge>;

const facetOf = <V extends z.core.$ZodShape>(value: V) =>
  z.object({
    values: z.array(z.object({ ...value, count: z.number() })),
    /** How many values there are beside these. */
    more: z.number(),
  });
const facet = facetOf({ value: z.string() });

const step = z.object({
  success: z.literal(true),
  stream: z.string(),
  revision: z.number(),
  /** Revision of the stream's last fact, as far as it can be replayed here. */
  last: z.number(),
  id: position,
  type: z.string(),
  at: z.string(),
  data: z.unknown(),
  /** Fields of the data that read `[sealed]`. */
  sealed: z.array(z.string()),
  /** Null where it is too large to be shown. */
  state: z.nullable(z.object({ after: z.unknown() })),
  /** `path`: names and places from the outermost; undefined before or after where there was or is none. */
  changes: z.array(
    z.object({
      path: z.array(z.union([z.string(), z.number()])),
      before: z.optional(z.unknown()),
      after: z.optional(z.unknown()),
    }),
  ),
  /** How many differences there are beside these. */
  more: z.number(),
});
export type StreamStep = z.output<typeof step>;

const byId = z.object({ id: position });
const readers = { operators: ['admin', 'analyst', 'auditor'] } as const;

export const eventsHttp = {
  /**
   * A bare array, keyset-paged by position, the newest first. Filters: `id`, `type`, `category`, `kind` (of the actor;
   * one or more); `stream`, `member`, `actor` (an id), `correlation`; `from` and `to` (instants, `to` not included);
   * `q` (words, all of them: of the type, the ids and what the data says in the open, each whole or, of three letters
   * and more, a part of one); `before`, `after`.
   */
  list: route({
    method: 'GET',
    path: '/api/admin/events',
    side: 'query',
    access: readers,
    query: listQuery,
    reply: z.array(record),
  }),
  /**
   * How many events the filter of the list leaves, over time and by what they are; a facet counts what the filters
   * beside its own leave, so that one can choose another value of it.
   */
  facets: route({
    method: 'GET',
    path: '/api/admin/events/facets',
    side: 'query',
    access: readers,
    query: z.object({ filter: listQuery.shape.filter }),
    reply: z.object({
      success: z.literal(true),
      total: z.number(),
      category: facet,
      type: facetOf({ value: z.string(), category: z.string() }),
      kind: facet,
      day: facet,
      /** Without holes, the oldest first; `to` is not included. */
      times: z.object({
        unit: z.enum(countUnits),
        counts: z.array(z.object({ from: z.string(), to: z.string(), count: z.number() })),
      }),
      /** In which words each one of the search was looked for, and of how many more it is a part. */
      words: z.array(z.object({ word: z.string(), within: z.array(z.string()), more: z.number() })),
      /** Where there was too much to look through: only what is not older than this was counted. */
      counted_since: z.nullable(z.string()),
      /** Of the whole log. */
      first_at: z.nullable(z.string()),
      last_at: z.nullable(z.string()),
    }),
  }),
  /**
   * What the filters of the list leave, the oldest first, as a file; sealed fields stay sealed for everyone. Facts tell
   * who took it, by which filter, and how many rows it had.
   */
  export: route({
    method: 'GET',
    path: '/api/admin/events/export',
    side: 'query',
    access: readers,
    query: z.object({
      format: z._default(z.enum(eventFormats), 'ndjson'),
      filter: listQuery.shape.filter,
    }),
    limit: { calls: 30, seconds: 60 },
  }),
  /** What an id names: an event, by its own id or its position, and streams, by their name or the id in it. */
  named: route({
    method: 'GET',
    path: '/api/admin/events/named/:name',
    side: 'query',
    access: readers,
    params: z.object({ name: z.string().check(z.minLength(1), z.maxLength(300)) }),
    reply: z.object({
      success: z.literal(true),
      event: z.nullable(record),
      streams: z.array(z.object({ stream: z.string(), subject: z.nullable(z.string()) })),
    }),
  }),
  one: route({
    method: 'GET',
    path: '/api/admin/events/:id',
    side: 'query',
    access: readers,
    params: byId,
    reply: whole,
    errors: [eventsProblems.notFound],
  }),
  /** What brought it about, and all that came of that. `cut`: there is more. */
  causes: route({
    method: 'GET',
    path: '/api/admin/events/:id/causes',
    side: 'query',
    access: readers,
    params: byId,
    reply: z.object({
      success: z.literal(true),
      nodes: z.array(causeNode),
      edges: z.array(causeEdge),
      cut: z.boolean(),
    }),
    errors: [eventsProblems.notFound],
  }),
  /**
   * One fact of a stream, with what the stream's decider folds of all up to it, and how that differs from before. What
   * is personal is sealed before it is folded.
   */
  step: route({
    method: 'GET',
    path: '/api/admin/streams/:stream/steps/:revision',
    side: 'command',
    access: readers,
    params: z.object({
      stream: z.string().check(z.minLength(1), z.maxLength(500)),
      revision: z.string().check(z.regex(/^\d{1,9}$/)),
    }),
    reply: step,
    errors: [eventsProblems.notFound, eventsProblems.notFolded, eventsProblems.tooFar, eventsProblems.unreadable],
  }),
};
