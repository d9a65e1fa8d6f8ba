import * as z from 'zod/mini';
import { author, variant } from '../generation/http.ts';
import { route } from '../kernel/http.ts';
import { pageQuery, pagination } from '../kernel/pages.ts';
import { defineProblems } from '../kernel/problem.ts';
import { SHARE_DAYS_MAX, SHARED_PAGE, SHARES_MAX } from './policy.ts';

export const shareProblems = defineProblems('shares', {
  /** The same whether it has expired, was revoked, or never was. */
  notFound: [404, 'This link does not work, or no longer does'],
  nothingToShare: [404, 'What this link would show is not there'],
  unknown: [404, 'There is no such link'],
  past: [422, 'Please choose a time that is still to come'],
  tooLong: [422, `A link can work for at most ${SHARE_DAYS_MAX} days`],
  tooMany: [422, `At most ${SHARES_MAX} links can work at the same time. Revoke one first.`],
});

const success = z.literal(true);

const share = z.object({
  id: z.string(),
  /** Whoever has it sees what it shows. */
  url: z.string(),
  kind: z.enum(['collection', 'picture']),
  /** Of the collection, or of the generation. */
  shown_id: z.string(),
  /** The collection's name, or what the picture was made from; empty where that is gone. */
  title: z.string(),
  made_at: z.string(),
  expires_at: z.string(),
  state: z.enum(['works', 'expired', 'revoked']),
});
export type Share = z.output<typeof share>;

/** 256 bits, in base64url. */
const ofToken = z.object({ token: z.string() });
const limit = { calls: 600, seconds: 60 };

export const sharesHttp = {
  /** One's own links, the last made first: all that work, and the last of those that are over. */
  list: route({
    method: 'GET',
    path: '/api/shares',
    side: 'command',
    access: 'member',
    reply: z.object({ success, shares: z.array(share) }),
  }),
  /** A link to a collection or to a finished picture of one's own. */
  make: route({
    method: 'POST',
    path: '/api/shares',
    side: 'command',
    access: 'member',
    body: z.object({
      kind: z.enum(['collection', 'picture'], 'Please say what to share'),
      id: z.uuid('Please say what to share'),
      expiresAt: z.iso.datetime('Please say until when the link works'),
    }),
    reply: z.object({ success, share }),
    errors: [shareProblems.nothingToShare, shareProblems.past, shareProblems.tooLong, shareProblems.tooMany],
    moves: ['shares'],
    limit: { calls: 60, seconds: 60 },
    idempotent: true,
  }),
  /** From then on nobody sees anything by it. */
  revoke: route({
    method: 'POST',
    path: '/api/shares/:id/revoke',
    side: 'command',
    access: 'member',
    params: z.object({ id: z.uuid() }),
    reply: z.object({ success }),
    errors: [shareProblems.unknown],
    moves: ['shares'],
    limit: { calls: 120, seconds: 60 },
  }),
  /** What the link shows to whoever has it: pictures without their prompts, a page at a time. */
  shown: route({
    method: 'GET',
    path: '/api/shared/:token',
    side: 'query',
    access: 'anyone',
    params: ofToken,
    query: pageQuery(SHARED_PAGE),
    reply: z.object({
      success,
      kind: z.enum(['collection', 'picture']),
      /** The collection's name; empty for a picture. */
      title: z.string(),
      /** Null where they are not shown to everyone. */
      author: z.nullable(author),
      /** Every image of the page's pictures. */
      images: z.array(variant),
      pagination,
      expires_at: z.string(),
    }),
    errors: [shareProblems.notFound],
    limit,
  }),
  /** `{variantId}.webp` or `{variantId}-thumb.webp`: as large as a public preview. */
  image: route({
    method: 'GET',
    path: '/api/shared/:token/:name',
    side: 'query',
    access: 'anyone',
    params: z.extend(ofToken, { name: z.string() }),
    errors: [shareProblems.notFound],
    limit: { calls: 2_400, seconds: 60 },
  }),
};
