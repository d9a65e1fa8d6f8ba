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

/** Holds the mailbox's secret, from when somebody came by the address that has it. */
export const MAILBOX_COOKIE = 'easel_mailbox';

/**
 * What was mailed while no mail server is set: for whoever sits at this machine and has the secret, and nowhere once
 * one is. The newest first.
 */
export const mailHttp = {
  /** With `token`, the secret: a cookie that has it from here on, and the same page without it in its address. */
  list: route({
    method: 'GET',
    path: '/dev/mail',
    side: 'command',
    access: 'secret',
    query: z.object({ token: z.optional(z.string().check(z.maxLength(200))) }),
  }),
  one: route({
    method: 'GET',
    path: '/dev/mail/:id',
    side: 'command',
    access: 'secret',
    params: z.object({ id: z.uuid() }),
    errors: [mailProblems.unknown],
  }),
  json: route({
    method: 'GET',
    path: '/dev/mail.json',
    side: 'command',
    access: 'secret',
    query: z.object({ to: z.optional(z.string().check(z.maxLength(254))) }),
    reply: z.object({ success: z.literal(true), mails: z.array(localMail) }),
  }),
  style: route({ method: 'GET', path: '/dev/mail.css', side: 'command', access: 'secret' }),
};
