import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { typedPassword } from '../members/password.ts';
import { memberProblems } from '../members/problems.ts';
import { erasureObstacles } from './policy.ts';

export const erasure = z.object({
  /** Null where the member has not asked to be erased. */
  requested: z.nullable(z.object({ at: z.string(), erasesAt: z.string(), givesUp: z.boolean() })),
  /** What stands in the way of it now; `amount` in dollars, null where it is not one of money. */
  waitsFor: z.array(
    z.object({
      kind: z.enum(erasureObstacles),
      amount: z.nullable(z.number()),
      /** Of an order. */
      reference: z.optional(z.string()),
      /**
       * When an order counts as delivered at the latest, where nothing goes wrong; when the winners of a challenge are
       * announced at the earliest.
       */
      until: z.optional(z.string()),
    }),
  ),
  /** What would be gone with the account: `plan` is a paid one that runs. */
  goes: z.object({ credits: z.number(), plan: z.boolean() }),
});
export type Erasure = z.output<typeof erasure>;

export const erasureRequest = z.object({
  password: typedPassword('Please enter your password'),
  /** What the account still holds in money may go with it: nothing waits for that then. */
  givesUp: z._default(z.boolean(), false),
});

const reply = z.object({ success: z.literal(true), erasure });

export const erasureHttp = {
  own: route({ method: 'GET', path: '/api/auth/erasure', side: 'command', access: 'member', reply }),
  request: route({
    method: 'POST',
    path: '/api/auth/erasure',
    side: 'command',
    access: 'member',
    body: erasureRequest,
    reply,
    errors: [memberProblems.passwordWrong],
    moves: ['erasure'],
    /** Keeps somebody who has only the session from guessing the password. */
    limit: { calls: 10, seconds: 900 },
  }),
  withdraw: route({
    method: 'DELETE',
    path: '/api/auth/erasure',
    side: 'command',
    access: 'member',
    reply,
    moves: ['erasure'],
  }),
};
