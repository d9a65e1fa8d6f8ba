import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { orderProblems } from './policy.ts';

/** Routes that the print service calls. Each address has a secret in it, made for one order. */
export const printHttp = {
  /** Returns the file of one item, as long as it may still be printed. */
  file: route({
    method: 'GET',
    path: '/api/print/files/:token',
    side: 'command',
    access: 'anyone',
    params: z.object({ token: z.string().check(z.maxLength(2000)) }),
    errors: [orderProblems.notFound],
    limit: { calls: 600, seconds: 60 },
    acts: true,
  }),
  /** Reports a change at the print service: a hint to poll it, whatever the body says. */
  changed: route({
    method: 'POST',
    path: '/api/print/changed/:token',
    side: 'command',
    access: 'anyone',
    params: z.object({ token: z.string().check(z.maxLength(2000)) }),
    reply: z.object({ success: z.literal(true) }),
    errors: [orderProblems.notFound],
    limit: { calls: 600, seconds: 60 },
  }),
};
