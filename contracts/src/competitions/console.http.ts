import * as z from 'zod/mini';
import { listQuery, reasonText } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { neededLine, neededText } from '../kernel/needed.ts';
import { challengeKinds } from './kinds.ts';
import { competitionProblems } from './policy.ts';

const readers = { operators: ['admin', 'auditor'] } as const;
const admins = { operators: ['admin'] } as const;
const byId = z.object({ id: z.uuid() });
const done = z.object({ success: z.literal(true) });
const words = {
  theme: neededLine('Please enter a theme', 80),
  description: neededText('Please describe the challenge').check(z.maxLength(1_000)),
};

/** An entry in the console; sums are dollars. */
const record = z.object({
  id: z.uuid(),
  member_id: z.uuid(),
  generation_id: z.uuid(),
  variant_id: z.uuid(),
  submitted_at: z.string(),
  status: z.enum(['entered', 'withdrawn', 'disqualified']),
  /** Why it was disqualified; empty otherwise. */
  reason: z.string(),
  proceeds: z.number(),
  buyers: z.number(),
  /** As announced; null and zeros before. */
  place: z.nullable(z.number()),
  share: z.number(),
  prize: z.number(),
  prize_credits: z.number(),
});

/** A challenge in the console; sums are dollars. */
const competition = z.object({
  id: z.uuid(),
  kind: z.enum(challengeKinds),
  month: z.string(),
  theme: z.string(),
  description: z.string(),
  state: z.enum(['prepared', 'open', 'closed', 'announced']),
  opens_at: z.string(),
  closes_at: z.string(),
  announced_from: z.string(),
  entries: z.number(),
  proceeds: z.number(),
  /** Paid to members, and kept by the house; null until announced. */
  shared: z.nullable(z.number()),
  kept: z.nullable(z.number()),
  /** The operator who proposed the announcement, and when; null before. */
  proposed: z.nullable(z.object({ operator_id: z.uuid(), at: z.string() })),
  confirmed_by: z.nullable(z.uuid()),
  announced_at: z.nullable(z.string()),
});
export type CompetitionRecord = z.output<typeof competition>;

export const competitionsConsoleHttp = {
  /** A bare array, the newest month first. In `filter`: `id`, `kind`, `state`, `month`. */
  list: route({
    method: 'GET',
    path: '/api/admin/competitions',
    side: 'query',
    access: readers,
    query: listQuery,
    reply: z.array(competition),
  }),
  one: route({
    method: 'GET',
    path: '/api/admin/competitions/:id',
    side: 'query',
    access: readers,
    params: byId,
    reply: competition,
    errors: [competitionProblems.notFound],
  }),
  /** A bare array, the highest proceeds first. In `filter`: `competition` (required), `status`. */
  entries: route({
    method: 'GET',
    path: '/api/admin/entries',
    side: 'query',
    access: readers,
    query: listQuery,
    reply: z.array(record),
  }),
  /** Prepares the challenge of a month; that of the current month opens at once. */
  prepare: route({
    method: 'POST',
    path: '/api/admin/competitions',
    side: 'command',
    access: admins,
    body: z.object({
      kind: z.enum(challengeKinds, 'Please choose a kind'),
      month: z.string('Please choose a month').check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Please choose a month')),
      ...words,
    }),
    reply: z.object({ id: z.uuid() }),
    errors: [competitionProblems.exists, competitionProblems.monthPast],
    moves: ['competitions'],
    idempotent: true,
  }),
  /** Changes theme and description until the challenge opens. */
  revise: route({
    method: 'PUT',
    path: '/api/admin/competitions/:id',
    side: 'command',
    access: admins,
    params: byId,
    body: z.object(words),
    reply: z.object({ id: z.uuid() }),
    errors: [competitionProblems.notFound, competitionProblems.begun],
    moves: ['competitions'],
  }),
  /** Disqualifies an entry until the winners are announced. */
  disqualify: route({
    method: 'POST',
    path: '/api/admin/competitions/:id/entries/:entryId/disqualification',
    side: 'command',
    access: admins,
    params: z.object({ id: z.uuid(), entryId: z.uuid() }),
    body: z.object({ reason: reasonText }),
    reply: done,
    errors: [competitionProblems.notFound, competitionProblems.announced],
    moves: ['competitions'],
  }),
  /** Proposes the announcement, or confirms it and announces. */
  announce: route({
    method: 'POST',
    path: '/api/admin/competitions/:id/announcement',
    side: 'command',
    access: admins,
    params: byId,
    reply: z.object({ success: z.literal(true), announced: z.boolean() }),
    errors: [
      competitionProblems.notFound,
      competitionProblems.notClosed,
      competitionProblems.tooEarly,
      competitionProblems.needsAnother,
    ],
    moves: ['competitions'],
    idempotent: true,
  }),
};
