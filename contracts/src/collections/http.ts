import * as z from 'zod/mini';
import { generation, variant } from '../generation/http.ts';
import { route } from '../kernel/http.ts';
import { neededText } from '../kernel/needed.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';
import { defineProblems } from '../kernel/problem.ts';
import { COLLECTED_AT_ONCE, COLLECTED_MAX, COLLECTION_NAME_MAX, COLLECTION_PAGE, COLLECTIONS_MAX } from './policy.ts';

export const collectionProblems = defineProblems('collections', {
  notFound: [404, 'This collection is not there'],
  pictureNotFound: [404, 'One of these pictures is no finished picture of yours'],
  tooMany: [422, `At most ${COLLECTIONS_MAX} collections can be kept`],
  full: [422, `A collection holds at most ${COLLECTED_MAX} pictures`],
});

const success = z.literal(true);
const byId = z.object({ id: z.uuid() });
export const naming = z.object({
  name: neededText('Please enter a name').check(
    z.maxLength(COLLECTION_NAME_MAX, `At most ${COLLECTION_NAME_MAX} characters`),
  ),
});
const chosen = z.object({
  generationIds: z
    .array(z.uuid(), 'Please choose the pictures')
    .check(
      z.minLength(1, 'Please choose at least one picture'),
      z.maxLength(COLLECTED_AT_ONCE, `At most ${COLLECTED_AT_ONCE} pictures at a time`),
    ),
});

const collection = z.object({
  id: z.string(),
  name: z.string(),
  /** Pictures in it that are to be seen: those in the trash do not count. */
  pictures: z.number(),
  made_at: z.string(),
});
export type Collection = z.output<typeof collection>;

const listed = z.extend(collection, {
  /** The first images of its first pictures. */
  covers: z.array(variant),
  /** Whether the picture that was asked about is in it. */
  holds: z.boolean(),
});
export type ListedCollection = z.output<typeof listed>;

const moves = ['collections'] as const;
const limit = { calls: 240, seconds: 60 };

/** Somebody else's collection is not there: 404. */
export const collectionsHttp = {
  /** One's own, the one last added to first. `holding` names a generation: which of them hold it. */
  list: route({
    method: 'GET',
    path: '/api/collections',
    side: 'query',
    access: 'member',
    query: z.object({ holding: z.optional(z.uuid()) }),
    reply: z.object({ success, collections: z.array(listed) }),
  }),
  /** One of them with a page of its pictures, the last added first. */
  one: route({
    method: 'GET',
    path: '/api/collections/:id',
    side: 'query',
    access: 'member',
    params: byId,
    query: pageQuery(COLLECTION_PAGE),
    reply: z.object({ success, collection, items: z.array(generation), pagination }),
    errors: [collectionProblems.notFound],
  }),
  make: route({
    method: 'POST',
    path: '/api/collections',
    side: 'command',
    access: 'member',
    body: naming,
    reply: z.object({ success, id: z.string(), name: z.string() }),
    errors: [collectionProblems.tooMany],
    moves,
    limit: { calls: 60, seconds: 60 },
    idempotent: true,
  }),
  rename: route({
    method: 'PUT',
    path: '/api/collections/:id',
    side: 'command',
    access: 'member',
    params: byId,
    body: naming,
    reply: z.object({ success, name: z.string() }),
    errors: [collectionProblems.notFound],
    moves: ['collections', 'shares'],
    limit,
  }),
  /** Links to it end with it. */
  remove: route({
    method: 'DELETE',
    path: '/api/collections/:id',
    side: 'command',
    access: 'member',
    params: byId,
    reply: z.object({ success }),
    errors: [collectionProblems.notFound],
    moves: ['collections', 'shares'],
    limit,
  }),
  /** Finished pictures of one's own: all of them, or none. What is in it already stays where it is. */
  collect: route({
    method: 'POST',
    path: '/api/collections/:id/pictures',
    side: 'command',
    access: 'member',
    params: byId,
    body: chosen,
    reply: z.object({ success, added: z.number() }),
    errors: [collectionProblems.notFound, collectionProblems.pictureNotFound, collectionProblems.full],
    moves,
    limit,
  }),
  /** What is not in it is passed over. */
  takeOut: route({
    method: 'POST',
    path: '/api/collections/:id/pictures/remove',
    side: 'command',
    access: 'member',
    params: byId,
    body: chosen,
    reply: z.object({ success }),
    errors: [collectionProblems.notFound],
    moves,
    limit,
  }),
};
