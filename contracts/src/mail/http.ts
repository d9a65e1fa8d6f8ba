import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { defineProblems } from '../kernel/problem.ts';

export const mailProblems = defineProblems('mail', { unknown: [404, 'There is no such mail'] });

export const localMail = z.object({
  id: z.string(),
  sent_at: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
});
export type LocalMail = z.output<typeof localMail>;

/** What was mailed while no mail server is set: for this machine alone, and nowhere once one is. The newest first. */
export const mailHttp = {
  list: route({ method: 'GET', path: '/dev/mail', side: 'command', access: 'anyone' }),
  one: route({
    method: 'GET',
    path: '/dev/mail/:id',
    side: 'command',
    access: 'anyone',
    params: z.object({ id: z.uuid() }),
    errors: [mailProblems.unknown],
  }),
  json: route({
    method: 'GET',
    path: '/dev/mail.json',
    side: 'command',
    access: 'anyone',
    query: z.object({ to: z.optional(z.string().check(z.maxLength(254))) }),
    reply: z.object({ success: z.literal(true), mails: z.array(localMail) }),
  }),
  style: route({ method: 'GET', path: '/dev/mail.css', side: 'command', access: 'anyone' }),
};
