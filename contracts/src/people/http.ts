import * as z from 'zod/mini';
import { author, generation, generationProblems } from '../generation/http.ts';
import { route } from '../kernel/http.ts';
import { defineProblems } from '../kernel/problem.ts';
import { FOLLOWS_MAX, PEOPLE_PAGE } from './policy.ts';

export const peopleProblems = defineProblems('people', {
  notFound: [404, 'Not found'],
  oneself: [422, 'This is you'],
  blockedByYou: [409, 'Unblock this person first'],
  notYourPublicPicture: [422, 'Choose one of your public pictures'],
  tooMany: [422, `At most ${FOLLOWS_MAX} people can be followed`],
});

const person = z.extend(author, {
  /** Pictures that everyone may see. */
  pictures: z.number(),
  /** Members with a verified address. */
  followers: z.number(),
  /** Of whoever asks: false for visitors. */
  isYou: z.boolean(),
  isFollowed: z.boolean(),
  isBlocked: z.boolean(),
});
export type Person = z.output<typeof person>;

const ofName = z.object({ name: z.string().check(z.maxLength(60)) });
const ofMember = z.object({ id: z.uuid() });
const pageAfter = z.object({
  limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(100)), PEOPLE_PAGE),
  cursor: z.optional(z.string().check(z.maxLength(100))),
});
const pictures = z.object({
  success: z.literal(true),
  items: z.array(generation),
  /** The last picture's place; null after the last page. A page may lack pictures that the reader does not see. */
  nextCursor: z.nullable(z.string()),
});

export const peopleHttp = {
  /** Who is shown under this name; 404 for who is hidden, erased or nobody, and for whoever was blocked by them. */
  person: route({
    method: 'GET',
    path: '/api/people/:name',
    side: 'query',
    access: 'anyone',
    params: ofName,
    reply: z.object({ success: z.literal(true), person }),
    errors: [peopleProblems.notFound],
    limit: { calls: 600, seconds: 60 },
  }),
  /** What they show to everyone, the newest first. */
  pictures: route({
    method: 'GET',
    path: '/api/people/:name/pictures',
    side: 'query',
    access: 'anyone',
    params: ofName,
    query: pageAfter,
    reply: pictures,
    errors: [peopleProblems.notFound],
    limit: { calls: 600, seconds: 60 },
  }),
  /** By the name that `avatarPath` gives it: a WebP; 404 for an image that is nobody's avatar. */
  avatar: route({
    method: 'GET',
    path: '/api/avatars/:name',
    side: 'query',
    access: 'anyone',
    params: z.object({ name: z.string().check(z.maxLength(60)) }),
    limit: { calls: 1_200, seconds: 60 },
  }),
  /** From where a picture comes by remixes, and what was made of it: the pictures, and of which each is a remix. */
  lineage: route({
    method: 'GET',
    path: '/api/gallery/public/:id/lineage',
    side: 'query',
    access: 'anyone',
    params: ofMember,
    reply: z.object({
      success: z.literal(true),
      pictures: z.array(generation),
      /** `mayDetach`: the original is the caller's, and the remix somebody else's. */
      links: z.array(z.object({ id: z.string(), of: z.string(), mayDetach: z.boolean() })),
    }),
    errors: [peopleProblems.notFound],
    limit: { calls: 600, seconds: 60 },
  }),
  /** The public pictures of all whom the member follows, the newest first. */
  feed: route({
    method: 'GET',
    path: '/api/feed',
    side: 'query',
    access: 'member',
    query: pageAfter,
    reply: pictures,
  }),
  /** Whom the member follows and still sees, the last first. */
  following: route({
    method: 'GET',
    path: '/api/following',
    side: 'query',
    access: 'member',
    reply: z.object({ success: z.literal(true), people: z.array(author) }),
  }),
  /** Whom the member has blocked, the last first; who is hidden by now has no name. */
  blocked: route({
    method: 'GET',
    path: '/api/blocked',
    side: 'query',
    access: 'member',
    reply: z.object({ success: z.literal(true), people: z.array(author) }),
  }),
  follow: route({
    method: 'PUT',
    path: '/api/people/:id/follow',
    side: 'command',
    access: 'member',
    params: ofMember,
    body: z.object({ isFollowed: z.boolean('Please say whether to follow') }),
    reply: z.object({ success: z.literal(true), isFollowed: z.boolean() }),
    errors: [peopleProblems.notFound, peopleProblems.oneself, peopleProblems.blockedByYou, peopleProblems.tooMany],
    moves: ['people'],
    limit: { calls: 120, seconds: 60 },
  }),
  /** Ends that either follows the other. */
  block: route({
    method: 'PUT',
    path: '/api/people/:id/block',
    side: 'command',
    access: 'member',
    params: ofMember,
    body: z.object({ isBlocked: z.boolean('Please say whether to block') }),
    reply: z.object({ success: z.literal(true), isBlocked: z.boolean() }),
    errors: [peopleProblems.notFound, peopleProblems.oneself],
    moves: ['people', 'public-gallery', 'favorites'],
    limit: { calls: 120, seconds: 60 },
  }),
  /**
   * Blocks the maker of a public picture, who may be hidden; taken back like every other block, by their id. 404 for a
   * picture that is not public.
   */
  blockMaker: route({
    method: 'PUT',
    path: '/api/gallery/public/:id/maker/block',
    side: 'command',
    access: 'member',
    params: ofMember,
    reply: z.object({ success: z.literal(true) }),
    errors: [peopleProblems.notFound, peopleProblems.oneself],
    moves: ['people', 'public-gallery', 'favorites'],
    limit: { calls: 120, seconds: 60 },
  }),
  /** Ends that a picture is a remix of one of the caller's. 404 for a picture that is a remix of none of theirs. */
  detachRemix: route({
    method: 'DELETE',
    path: '/api/remix/:id',
    side: 'command',
    access: 'member',
    params: ofMember,
    reply: z.object({ success: z.literal(true) }),
    errors: [peopleProblems.notFound, generationProblems.notFound],
    moves: ['people'],
    limit: { calls: 120, seconds: 60 },
  }),
  /**
   * As everybody sees it beside the member's name; absent where they see none. `chosen`: whether there is one, seen or
   * not.
   */
  ownAvatar: route({
    method: 'GET',
    path: '/api/avatar',
    side: 'query',
    access: 'member',
    reply: z.object({ success: z.literal(true), chosen: z.boolean(), avatar_url: z.optional(z.string()) }),
  }),
  /** `avatar`: of one of the member's own public pictures; null for none. Seen for as long as the picture is public. */
  chooseAvatar: route({
    method: 'PUT',
    path: '/api/avatar',
    side: 'command',
    access: 'member',
    body: z.object({
      avatar: z.nullable(
        z.object(
          { generation_id: z.uuid('Please choose a picture'), variant_id: z.uuid('Please choose an image of it') },
          'Please choose an image, or none',
        ),
      ),
    }),
    reply: z.object({ success: z.literal(true) }),
    errors: [peopleProblems.notYourPublicPicture],
    moves: ['people', 'public-gallery', 'favorites'],
    limit: { calls: 60, seconds: 60 },
  }),
  /**
   * A public picture as the generator begins with it, straight from the log; with its seed and its negative prompt
   * where it is the caller's own, or its author shares them.
   */
  remix: route({
    method: 'GET',
    path: '/api/remix/:id',
    side: 'command',
    access: 'member',
    params: ofMember,
    reply: z.object({ success: z.literal(true), generation }),
    errors: [generationProblems.notRemixable],
    limit: { calls: 240, seconds: 60 },
  }),
};
