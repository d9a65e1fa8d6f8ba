import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { marketingProblems } from './problems.ts';

/** Of the link in a marketing mail. */
const { message: invalid } = marketingProblems.linkInvalid;
const token = z.optional(z.string(invalid).check(z.maxLength(200, invalid)));
const link = z.object({ token });

const errors = [marketingProblems.linkMissing, marketingProblems.linkInvalid, marketingProblems.accountUnknown];
/** Mail services act for many people from few addresses, and nobody can guess a token. */
const limit = { calls: 600, seconds: 60 };

/** GET changes nothing: programs open links, too. A browser is led from it to the page, which asks first. */
const look = {
  method: 'GET',
  side: 'command',
  access: 'anyone',
  query: link,
  reply: z.object({ success: z.literal(true), status: z.enum(['subscribed', 'unsubscribed']) }),
  errors,
  limit,
} as const;

/** Acts by the token in the address or the body; again, it is done already. */
const act = {
  method: 'POST',
  side: 'command',
  access: 'anyone',
  query: link,
  body: link,
  errors,
  moves: ['me'],
  limit,
} as const;

/** What a member does by a link in a marketing mail, without signing in. */
export const marketingHttp = {
  lookUnsubscribe: route({ ...look, path: '/api/auth/marketing/unsubscribe' }),
  /** The address in `List-Unsubscribe`, to which mail services post `List-Unsubscribe=One-Click` (RFC 8058). */
  unsubscribe: route({
    ...act,
    path: '/api/auth/marketing/unsubscribe',
    reply: z.object({ success: z.literal(true), status: z.literal('success'), message: z.string() }),
    form: true,
  }),
  lookResubscribe: route({ ...look, path: '/api/auth/marketing/resubscribe' }),
  resubscribe: route({
    ...act,
    path: '/api/auth/marketing/resubscribe',
    reply: z.object({ success: z.literal(true), status: z.literal('resubscribed'), message: z.string() }),
  }),
};
