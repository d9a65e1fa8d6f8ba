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
  /** When the winners can be announced at the earliest. */
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
  /** Sales of products with it, less refunds. Provisional until the winners are announced. */
  proceeds: z.number(),
  buyers: z.number(),
  /** Rank by proceeds, from 1; null without sales. */
  rank: z.nullable(z.number()),
  /** 1 to 3, after the winners are announced. */
  place: z.nullable(z.number()),
  /** Dollars won by its place; null without a place. */
  prize: z.nullable(z.number()),
});
export type ShownEntry = z.output<typeof shownEntry>;

export const entrySorts = ['newest', 'likes', 'proceeds'] as const;

const refusal = z.object({ code: z.string(), message: z.string() });
const byId = z.object({ id: z.uuid() });
const seen = { calls: 600, seconds: 60 };
/** Limits calls that add an event each, since a withdrawn picture may be entered again. */
const changed = { calls: 60, seconds: 60 };

export const competitionsHttp = {
  /** Challenges that are open now. spec: public-and-commerce §7. */
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
  /** The open challenge of a kind, the next one, and past ones with their winners. */
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
      /** Closed challenges, the newest first. There are no winners until they are announced. */
      past: z.array(z.extend(shownCompetition, { winners: z.array(shownEntry) })),
    }),
    limit: seen,
  }),
  /** The wall of entries. `cursor` is `next` of the page before. */
  entries: route({
    method: 'GET',
    path: '/api/competitions/:id/entries',
    side: 'query',
    access: 'anyone',
    params: byId,
    query: z.object({
      sort: z._default(z.enum(entrySorts), 'newest'),
      /** `following`: of members the caller follows; `mine`: the caller's own. Both are empty without a session. */
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
  /** The ten entries with the highest proceeds. */
  leaderboard: route({
    method: 'GET',
    path: '/api/competitions/:id/leaderboard',
    side: 'query',
    access: 'anyone',
    params: byId,
    reply: z.object({
      success: z.literal(true),
      items: z.array(shownEntry),
      /** Proceeds of all entries, in dollars. */
      proceeds: z.number(),
      /** Whether refunds and late payments can still change it. */
      provisional: z.boolean(),
    }),
    errors: [competitionProblems.notFound],
    limit: seen,
  }),
  /** Whether the caller's picture can be entered in the open challenges, and why not. */
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
          /** How many more pictures the caller can enter. */
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
  /** Withdraws the caller's entry until the challenge closes. The picture becomes private again if it was before. */
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
