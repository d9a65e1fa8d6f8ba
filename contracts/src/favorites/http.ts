import * as z from 'zod/mini';
import { generation } from '../generation/http.ts';
import { route } from '../kernel/http.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';
import { defineProblems } from '../kernel/problem.ts';

export const favoriteProblems = defineProblems('favorites', {
  notFound: [404, 'Not found'],
});

export const favoritesHttp = {
  /**
   * The ids of all that the member has chosen and may still see, the last chosen first. `expand=1` adds a page of them
   * as their galleries show them: a member's own as its owner sees it, others' as everyone does.
   */
  own: route({
    method: 'GET',
    path: '/api/favorites',
    side: 'query',
    access: 'member',
    query: z.extend(pageQuery(12), { expand: z._default(z.enum(['0', '1']), '0') }),
    reply: z.object({
      success: z.literal(true),
      favorites: z.array(z.uuid()),
      items: z.optional(z.array(generation)),
      pagination: z.optional(pagination),
    }),
  }),
  /** Of one's own or a public one. A repeat under the same Idempotency-Key changes nothing and is answered the same. */
  toggle: route({
    method: 'POST',
    path: '/api/favorites/toggle/:generationId',
    side: 'command',
    access: 'member',
    params: z.object({ generationId: z.uuid() }),
    reply: z.object({ success: z.literal(true), isFavorite: z.boolean(), message: z.string() }),
    errors: [favoriteProblems.notFound],
    moves: ['favorites'],
    limit: { calls: 240, seconds: 60 },
    idempotent: true,
  }),
};
