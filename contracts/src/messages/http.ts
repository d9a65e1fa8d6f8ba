import * as z from 'zod/mini';
import { everyOperator, historyEntry, listQuery, REASON_MAX, reasonText, seenVersion } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { neededText, trimmed } from '../kernel/needed.ts';
import { defineProblems } from '../kernel/problem.ts';
import {
  CONTENT_MAX,
  FILTERS_MAX,
  messagePriorities,
  messageStatuses,
  messageTypes,
  NAME_MAX,
  REPLY_MAX,
  SUBJECT_MAX,
  TRIAGE_MAX,
} from './policy.ts';

export const messageProblems = defineProblems('messages', {
  notFound: [404, 'Message not found'],
  /** With `present`: the message's version and triage as they stand. */
  changed: [409, 'Somebody else has changed this message meanwhile.'],
  /** With `present`. */
  notFromHere: [422, 'A message of this status cannot go there'],
  noAddress: [422, 'The sender gave no address to reply to'],
  assigneeUnfit: [422, 'Messages can only be given to an active operator who is admin or support'],
  filterNotFound: [404, 'Saved filter not found'],
  tooManyFilters: [422, `No more than ${FILTERS_MAX} filters are kept`],
});

/** Text of a one-line field: a line break that was pasted into it becomes a space. */
const line = (most: number) =>
  z.string().check(
    trimmed(),
    z.overwrite((text) => text.replaceAll(/\s*[\r\n\u2028\u2029]\s*/g, ' ')),
    z.maxLength(most),
  );
const email = z.string().check(z.trim(), z.maxLength(254), z.email('Please enter a valid email address'));

/** What a visitor writes. Names, addresses and the contact's subject may be left out; what else is sent is ignored. */
export const submission = z
  .object({
    message_type: z.enum(messageTypes, 'Please say what kind of message it is'),
    sender_name: z._default(z.nullable(line(NAME_MAX)), null),
    sender_email: z._default(z.nullable(z.union([email, z.string().check(trimmed(), z.maxLength(0))])), null),
    subject: z._default(z.nullable(line(SUBJECT_MAX)), null),
    message_content: neededText('A message is needed').check(z.maxLength(CONTENT_MAX)),
    source_page: z._default(z.nullable(line(500)), null),
    priority: z.optional(z.unknown()),
    /** No person sees this field: whoever fills it in is a machine. */
    website: z.optional(z.unknown()),
  })
  .check(
    z.refine(({ message_type, subject }) => message_type === 'contact' || Boolean(subject), {
      path: ['subject'],
      error: 'A title is needed',
    }),
  );

const triage = {
  status: z.enum(messageStatuses),
  priority: z.enum(messagePriorities),
  /** An operator's id. */
  assignee: z.nullable(z.uuid()),
};
const requests = {
  version: seenVersion,
  status: z.optional(triage.status),
  priority: z.optional(triage.priority),
  assignee: z.optional(triage.assignee),
  reason: z._default(line(REASON_MAX), ''),
};

/** A message as it stands for those who work on it. `waiting`: its sender still waits for an answer. */
const present = z.object({ id: z.string(), version: z.number(), ...triage });
export type PresentMessage = z.output<typeof present>;

const record = z.object({
  id: z.string(),
  message_type: z.enum(messageTypes),
  sender_name: z.string(),
  sender_email: z.string(),
  anonymous: z.boolean(),
  member_id: z.nullable(z.string()),
  subject: z.string(),
  message_content: z.string(),
  source_page: z.string(),
  ...triage,
  escalated: z.boolean(),
  waiting: z.boolean(),
  replies: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
});
export type MessageRecord = z.output<typeof record>;

const byId = z.object({ id: z.uuid() });
const resource = z.string().check(z.regex(/^[a-z][a-z-]{0,39}$/));
const savedFilter = z.object({
  id: z.string(),
  name: z.string(),
  filter: z.record(z.string(), z.unknown()),
});
export type SavedFilter = z.output<typeof savedFilter>;

const desk = { operators: ['admin', 'support'] } as const;

export const messagesHttp = {
  /** 201. */
  submit: route({
    method: 'POST',
    path: '/api/admin/messages',
    side: 'command',
    access: 'anyone',
    body: submission,
    reply: z.object({ success: z.literal(true), id: z.string() }),
    limit: { calls: 10, seconds: 600 },
    idempotent: true,
  }),
  /** One message; what is left out stays, and a `reason` alone is a note. Answers it as it is now. */
  triage: route({
    method: 'PUT',
    path: '/api/admin/messages/:id',
    side: 'command',
    access: desk,
    params: byId,
    body: z.object(requests),
    reply: z.extend(present, { success: z.literal(true) }),
    errors: [
      messageProblems.notFound,
      messageProblems.changed,
      messageProblems.notFromHere,
      messageProblems.assigneeUnfit,
    ],
    moves: ['messages'],
    idempotent: true,
  }),
  /** Many, each by itself: what stands in the way of one stops no other. An undo is the triages back. */
  triageMany: route({
    method: 'POST',
    path: '/api/admin/messages/triage',
    side: 'command',
    access: desk,
    body: z.object({
      changes: z
        .array(z.object({ id: z.uuid('Please choose a message'), ...requests }), 'Please choose messages')
        .check(
          z.minLength(1, 'Please choose at least one message'),
          z.maxLength(TRIAGE_MAX),
          z.refine((changes) => new Set(changes.map(({ id }) => id)).size === changes.length, {
            error: 'Each message once',
          }),
        ),
    }),
    reply: z.object({
      success: z.literal(true),
      results: z.array(
        z.union([
          z.extend(present, { ok: z.literal(true) }),
          z.object({
            ok: z.literal(false),
            id: z.string(),
            code: z.string(),
            message: z.string(),
            present: z.optional(present),
          }),
        ]),
      ),
    }),
    moves: ['messages'],
    idempotent: true,
  }),
  /** By mail. */
  reply: route({
    method: 'POST',
    path: '/api/admin/messages/:id/reply',
    side: 'command',
    access: desk,
    params: byId,
    body: z.object({ version: requests.version, text: neededText('A reply is needed').check(z.maxLength(REPLY_MAX)) }),
    reply: z.extend(present, { success: z.literal(true) }),
    errors: [messageProblems.notFound, messageProblems.changed, messageProblems.notFromHere, messageProblems.noAddress],
    moves: ['messages'],
    idempotent: true,
  }),
  reopen: route({
    method: 'POST',
    path: '/api/admin/messages/:id/reopen',
    side: 'command',
    access: desk,
    params: byId,
    body: z.object({
      version: requests.version,
      reason: reasonText,
    }),
    reply: z.extend(present, { success: z.literal(true) }),
    errors: [messageProblems.notFound, messageProblems.changed, messageProblems.notFromHere],
    moves: ['messages'],
    idempotent: true,
  }),
  /**
   * A bare array with `Content-Range`. Filters, each one or several: `message_type`, `status`, `priority`, `assignee`
   * (an id, `me` or `nobody`), `id`; `waiting` and `escalated` (true or false), `q`.
   */
  list: route({
    method: 'GET',
    path: '/api/admin/messages',
    side: 'query',
    access: desk,
    query: listQuery,
    reply: z.array(record),
  }),
  counts: route({
    method: 'GET',
    path: '/api/admin/messages/counts',
    side: 'query',
    access: desk,
    reply: z.object({
      success: z.literal(true),
      unread: z.number(),
      waiting: z.number(),
      /** Of those that wait, the ones nobody had read in time. */
      escalated: z.number(),
    }),
  }),
  one: route({
    method: 'GET',
    path: '/api/admin/messages/:id',
    side: 'query',
    access: desk,
    params: byId,
    reply: z.extend(record, { timeline: z.array(historyEntry) }),
    errors: [messageProblems.notFound],
  }),
  /** An operator's own, of one list of the console, by name. */
  filters: route({
    method: 'GET',
    path: '/api/admin/filters/:resource',
    side: 'command',
    access: everyOperator,
    params: z.object({ resource }),
    reply: z.object({ success: z.literal(true), filters: z.array(savedFilter) }),
  }),
  /** Under a name that is taken it replaces what stood there. */
  saveFilter: route({
    method: 'PUT',
    path: '/api/admin/filters/:resource',
    side: 'command',
    access: everyOperator,
    params: z.object({ resource }),
    body: z.object({
      name: neededText('A name is needed').check(z.maxLength(80)),
      filter: z
        .record(z.string().check(z.maxLength(60)), z.unknown(), 'Please choose what the filter keeps')
        .check(z.refine((filter) => JSON.stringify(filter).length <= 4_000, { error: 'This filter is too large' })),
    }),
    reply: z.object({ success: z.literal(true), filter: savedFilter }),
    errors: [messageProblems.tooManyFilters],
    moves: ['filters'],
  }),
  deleteFilter: route({
    method: 'DELETE',
    path: '/api/admin/filters/:resource/:id',
    side: 'command',
    access: everyOperator,
    params: z.object({ resource, id: z.uuid() }),
    reply: z.object({ success: z.literal(true) }),
    errors: [messageProblems.filterNotFound],
    moves: ['filters'],
  }),
};
