import * as z from 'zod/mini';
import { everyOperator, historyEntry, listQuery, operatorRoles, reasonText, seenVersion } from '../kernel/console.ts';
import { route } from '../kernel/http.ts';
import { neededText } from '../kernel/needed.ts';
import { defineProblems } from '../kernel/problem.ts';
import { chosenPassword, typedPassword } from '../members/password.ts';
import { OPERATOR_NAME_MAX, operatorStatuses } from './policy.ts';

export const operatorProblems = defineProblems('operators', {
  wrongCredentials: [401, 'Invalid email or password'],
  notFound: [404, 'Operator not found'],
  emailTaken: [409, 'There is an operator with this email address already'],
  /** With `present`: the operator as it stands. */
  changed: [409, 'Somebody else has changed this operator meanwhile.'],
  lastAdmin: [409, 'The last active admin can neither be demoted nor disabled'],
  invitationDead: [410, 'This invitation is no longer valid'],
  unlockDead: [410, 'This link is no longer valid. Please ask for another one.'],
  disabled: [422, 'This operator is disabled and has to be enabled first'],
});

const admin = z.object({ id: z.string(), name: z.string(), email: z.string(), role: z.enum(operatorRoles) });
export type SignedInOperator = z.output<typeof admin>;

const signedIn = z.object({ success: z.literal(true), token: z.string(), admin });

/** `version` counts what happened to the operator, sign-ins apart. */
const record = z.object({
  id: z.string(),
  name: z.string(),
  /** Null unless an admin asks. */
  email: z.nullable(z.string()),
  role: z.enum(operatorRoles),
  status: z.enum(operatorStatuses),
  invited_at: z.string(),
  last_signed_in_at: z.nullable(z.string()),
  version: z.number(),
});
export type OperatorRecord = z.output<typeof record>;

const changed = z.extend(record, { success: z.literal(true) });
const byId = z.object({ id: z.uuid() });
const token = z.string('Please open the link of the invitation').check(z.maxLength(200));
const adminOnly = { operators: ['admin'] } as const;

export const operatorsHttp = {
  login: route({
    method: 'POST',
    path: '/api/admin/login',
    side: 'command',
    access: 'anyone',
    body: z.object({
      email: neededText('Please enter your email address').check(z.maxLength(254)),
      password: typedPassword('Please enter your password'),
    }),
    reply: signedIn,
    errors: [operatorProblems.wrongCredentials],
    limit: { calls: 20, seconds: 300, knownBrowsers: 'apart' },
  }),
  /**
   * Mails a link that lets a browser try the password although too many failed before. The same answer, as fast,
   * whether or not there is an active operator of that address.
   */
  sendUnlock: route({
    method: 'POST',
    path: '/api/admin/login/unlock',
    side: 'command',
    access: 'anyone',
    body: z.object({ email: neededText('Please enter your email address').check(z.maxLength(254)) }),
    reply: z.object({ success: z.literal(true), message: z.string() }),
    limit: { calls: 10, seconds: 3600 },
  }),
  /**
   * By the link's token, once: this browser's attempts are counted by themselves from now on. It opens no session.
   */
  unlock: route({
    method: 'POST',
    path: '/api/admin/login/unlock/open',
    side: 'command',
    access: 'anyone',
    body: z.object({ token: z.string('Please open the link in the mail').check(z.maxLength(200)) }),
    reply: z.object({ success: z.literal(true) }),
    errors: [operatorProblems.unlockDead],
    limit: { calls: 30, seconds: 300 },
  }),
  logout: route({
    method: 'POST',
    path: '/api/admin/logout',
    side: 'command',
    access: everyOperator,
    reply: z.object({ success: z.literal(true) }),
  }),
  me: route({
    method: 'GET',
    path: '/api/admin/me',
    side: 'command',
    access: everyOperator,
    reply: z.object({ success: z.literal(true), admin }),
  }),
  /** Whom a link invites; uses nothing up. */
  look: route({
    method: 'POST',
    path: '/api/admin/invitations/look',
    side: 'command',
    access: 'anyone',
    body: z.object({ token }),
    reply: z.object({
      success: z.literal(true),
      invitation: z.object({ name: z.string(), email: z.string(), role: z.enum(operatorRoles) }),
    }),
    errors: [operatorProblems.invitationDead],
    limit: { calls: 30, seconds: 300 },
  }),
  /** Sets the password, ends the sessions there were, and signs in. A link is good for that once. */
  accept: route({
    method: 'POST',
    path: '/api/admin/invitations/accept',
    side: 'command',
    access: 'anyone',
    body: z.object({
      token,
      password: chosenPassword('Please enter a password', 'Password must be at least 8 characters long'),
    }),
    reply: signedIn,
    errors: [operatorProblems.invitationDead],
    limit: { calls: 10, seconds: 300 },
  }),
  /** A bare array with `Content-Range`. Filters: `id`, `role`, `status`, each one or several; `q`. */
  list: route({
    method: 'GET',
    path: '/api/admin/operators',
    side: 'command',
    access: everyOperator,
    query: listQuery,
    reply: z.array(record),
  }),
  /** `history` has the newest first, sign-ins left out. */
  one: route({
    method: 'GET',
    path: '/api/admin/operators/:id',
    side: 'command',
    access: adminOnly,
    params: byId,
    reply: z.extend(record, { history: z.array(historyEntry) }),
    errors: [operatorProblems.notFound],
  }),
  /** 201; the link goes by mail. */
  invite: route({
    method: 'POST',
    path: '/api/admin/operators',
    side: 'command',
    access: adminOnly,
    body: z.object({
      email: neededText('Please enter an email address').check(
        z.maxLength(254),
        z.email('Please enter a valid email address'),
      ),
      name: neededText('A name is needed').check(
        z.maxLength(OPERATOR_NAME_MAX),
        z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u, 'A name is one line'),
      ),
      role: z.enum(operatorRoles, 'Please choose a role'),
      reason: reasonText,
    }),
    reply: changed,
    errors: [operatorProblems.emailTaken],
    moves: ['operators'],
    idempotent: true,
  }),
  /** What is left out stays; `active` takes a disabling back. */
  change: route({
    method: 'PUT',
    path: '/api/admin/operators/:id',
    side: 'command',
    access: adminOnly,
    params: byId,
    body: z.object({
      version: seenVersion,
      role: z.optional(z.enum(operatorRoles)),
      status: z.optional(z.enum(['active', 'disabled'])),
      reason: reasonText,
    }),
    reply: changed,
    errors: [operatorProblems.notFound, operatorProblems.changed, operatorProblems.lastAdmin],
    moves: ['operators'],
    idempotent: true,
  }),
  /** A fresh link by mail, also for who has lost the password; older ones are dead from then on. */
  renew: route({
    method: 'POST',
    path: '/api/admin/operators/:id/invitation',
    side: 'command',
    access: adminOnly,
    params: byId,
    body: z.object({ reason: reasonText }),
    reply: changed,
    errors: [operatorProblems.notFound, operatorProblems.disabled],
    moves: ['operators'],
    idempotent: true,
  }),
};
