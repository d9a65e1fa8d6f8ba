import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { orderProblems } from './policy.ts';

/** What the print service calls: addresses with a secret in them, made for one order. */
export const printHttp = {
  /** The file of one item; its address holds as long as it may still be printed. */
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
  /** Something has changed there: a hint to look, whatever it says. */
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
