import * as z from 'zod/mini';
import { generation } from '../generation/http.ts';
import { route } from '../kernel/http.ts';
import { challengeKinds } from './kinds.ts';
import { competitionProblems } from './policy.ts';

/** A challenge as everyone sees it. Instants are ISO 8601; sums are dollars. */
export const shownCompetition = z.object({
  id: z.uuid(),
  type: z.enum(challengeKinds),
  /** UTC, `2026-11`. */
  month: z.string(),
  /** 'T-Shirt Design Challenge'. */
  name: z.string(),
  theme: z.string(),
  description: z.string(),
  state: z.enum(['prepared', 'open', 'closed', 'announced']),
  opens_at: z.string(),
  closes_at: z.string(),
  /** From then on the winners may be announced. */
  announced_from: z.string(),
  entries: z.number(),
});
export type ShownCompetition = z.output<typeof shownCompetition>;

/** An entry with its picture. */
export const shownEntry = z.object({
  id: z.uuid(),
  competition_id: z.uuid(),
  variant_id: z.uuid(),
  submitted_at: z.string(),
  /** As the public gallery shows it. */
  generation,
  likes: z.number(),
  /** What its products sold for, less refunds: provisional until the winners are announced. */
  proceeds: z.number(),
  buyers: z.number(),
  /** Its place by proceeds, from 1; null while it has sold nothing. */
  rank: z.nullable(z.number()),
  /** 1 to 3 once the winners are announced. */
  place: z.nullable(z.number()),
  /** In dollars, what its place won of all proceeds; null where it has no place. */
  prize: z.nullable(z.number()),
});
export type ShownEntry = z.output<typeof shownEntry>;

export const entrySorts = ['newest', 'likes', 'proceeds'] as const;

const refusal = z.object({ code: z.string(), message: z.string() });
const byId = z.object({ id: z.uuid() });
const seen = { calls: 600, seconds: 60 };
/** A withdrawn picture may be entered again: each call of these can add an event. */
const changed = { calls: 60, seconds: 60 };

export const competitionsHttp = {
  /** Those that are open now. spec: public-and-commerce §7. */
  active: route({
    method: 'GET',
    path: '/api/competitions/active',
    side: 'query',
    access: 'anyone',
    reply: z.object({
      success: z.literal(true),
      competitions: z.array(
        z.object({
          id: z.string(),
          type: z.enum(challengeKinds),
          name: z.string(),
          description: z.string(),
          theme: z.string(),
          deadline: z.nullable(z.string()),
        }),
      ),
    }),
    limit: seen,
  }),
  /** What the page of a kind shows: the open challenge, the next one, and those of before with their winners. */
  challenge: route({
    method: 'GET',
    path: '/api/competitions/kinds/:kind',
    side: 'query',
    access: 'anyone',
    params: z.object({ kind: z.enum(challengeKinds) }),
    reply: z.object({
      success: z.literal(true),
      open: z.nullable(shownCompetition),
      next: z.nullable(shownCompetition),
      /** Closed ones, the newest first; those whose winners are not announced yet have none. */
      past: z.array(z.extend(shownCompetition, { winners: z.array(shownEntry) })),
    }),
    limit: seen,
  }),
  /** The wall of entries. `cursor` goes on from the page before. */
  entries: route({
    method: 'GET',
    path: '/api/competitions/:id/entries',
    side: 'query',
    access: 'anyone',
    params: byId,
    query: z.object({
      sort: z._default(z.enum(entrySorts), 'newest'),
      /** `following`: of members that the caller follows; `mine`: one's own. Both need a session, else nothing. */
      of: z._default(z.enum(['everyone', 'following', 'mine']), 'everyone'),
      limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), 24),
      cursor: z.optional(z.string().check(z.maxLength(200))),
    }),
    reply: z.object({
      success: z.literal(true),
      items: z.array(shownEntry),
      total: z.number(),
      nextCursor: z.nullable(z.string()),
      /** Of `mine` alone: one's entries that were disqualified, the earliest first, which `items` leaves out. */
      disqualified: z.array(z.object({ id: z.uuid(), submitted_at: z.string(), reason: z.string() })),
    }),
    errors: [competitionProblems.notFound],
    limit: seen,
  }),
  /** The entries that sold most, at most ten. */
  leaderboard: route({
    method: 'GET',
    path: '/api/competitions/:id/leaderboard',
    side: 'query',
    access: 'anyone',
    params: byId,
    reply: z.object({
      success: z.literal(true),
      items: z.array(shownEntry),
      /** Of all entries, dollars. */
      proceeds: z.number(),
      /** Whether refunds and late payments can still change it. */
      provisional: z.boolean(),
    }),
    errors: [competitionProblems.notFound],
    limit: seen,
  }),
  /** Whether one's picture may be entered in the open challenges, and why not. */
  eligibility: route({
    method: 'GET',
    path: '/api/competitions/eligibility/:id',
    side: 'command',
    access: 'member',
    params: byId,
    reply: z.object({
      success: z.literal(true),
      challenges: z.array(
        z.object({
          competition_id: z.uuid(),
          kind: z.enum(challengeKinds),
          name: z.string(),
          theme: z.string(),
          closes_at: z.string(),
          /** Entries that the caller may still make. */
          left: z.number(),
          variants: z.array(
            z.object({ variant_id: z.uuid(), entry_id: z.nullable(z.uuid()), refusals: z.array(refusal) }),
          ),
        }),
      ),
    }),
    errors: [competitionProblems.notFound],
  }),
  /** Enters a picture, which makes it public. */
  enter: route({
    method: 'POST',
    path: '/api/competitions/:id/entries',
    side: 'command',
    access: 'member',
    params: byId,
    body: z.object({ generationId: z.uuid('Please choose a picture'), variantId: z.uuid('Please choose a picture') }),
    reply: z.object({ success: z.literal(true), entryId: z.uuid() }),
    errors: [
      competitionProblems.notFound,
      competitionProblems.notOpen,
      competitionProblems.tooMany,
      competitionProblems.enteredAlready,
      competitionProblems.disqualified,
      competitionProblems.notFinished,
      competitionProblems.tooSmall,
      competitionProblems.wrongRatio,
      competitionProblems.notTransparent,
      competitionProblems.notMadeHere,
    ],
    moves: ['competitions', 'generations', 'public-gallery'],
    limit: changed,
    idempotent: true,
  }),
  /** Withdraws one's entry, until the challenge closes; the picture is private again if it was before. */
  withdraw: route({
    method: 'DELETE',
    path: '/api/competitions/:id/entries/:entryId',
    side: 'command',
    access: 'member',
    params: z.object({ id: z.uuid(), entryId: z.uuid() }),
    reply: z.object({ success: z.literal(true) }),
    errors: [competitionProblems.notFound, competitionProblems.notOpen],
    moves: ['competitions', 'generations', 'public-gallery'],
    limit: changed,
  }),
};
