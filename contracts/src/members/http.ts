import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import {
  credentials,
  emailChangeUndo,
  forgottenPassword,
  passwordChange,
  passwordReset,
  preferences,
  profile,
  publicProfileChange,
} from './bodies.http.ts';
import { memberProblems } from './problems.ts';

/** How a member is seen by everybody. `name` is empty where none was chosen. */
const publicProfile = z.object({ name: z.string(), shown: z.boolean(), sharesSettings: z.boolean() });
export type PublicProfile = z.output<typeof publicProfile>;

export const user = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  username: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  created_at: z.string(),
  subscription: z.object({ tier: z.string(), status: z.string(), endDate: z.nullable(z.string()) }),
  limits: z.object({ monthly: z.nullable(z.number()), total: z.nullable(z.number()) }),
  usage: z.object({ monthlyGenerations: z.number(), totalGenerations: z.number(), monthlyCredits: z.number() }),
  preferences: z.object({ defaultResolution: z.string(), defaultFormat: z.string(), marketingOptIn: z.boolean() }),
  /** Null until the member has chosen. */
  publicProfile: z.nullable(publicProfile),
  referral: z.object({ code: z.string(), referralCredits: z.number(), totalReferrals: z.number() }),
});
export type User = z.output<typeof user>;

export const signedIn = z.object({ success: z.literal(true), token: z.string(), user });

const done = z.object({ success: z.literal(true), message: z.string() });

export const session = z.object({
  id: z.string(),
  created_at: z.string(),
  expires_at: z.string(),
  /** As the browser named itself when it signed in. */
  user_agent: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

export const membersHttp = {
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    side: 'command',
    access: 'anyone',
    body: credentials,
    reply: signedIn,
    errors: [memberProblems.wrongCredentials],
    moves: ['me'],
    /** Of good and bad ones alike; what fails is counted apart, an account and an address (policy.ts). */
    limit: { calls: 30, seconds: 300, knownBrowsers: 'apart' },
  }),
  logout: route({
    method: 'POST',
    path: '/api/auth/logout',
    side: 'command',
    access: 'member',
    reply: z.object({ success: z.literal(true) }),
    moves: ['me'],
  }),
  me: route({
    method: 'GET',
    path: '/api/auth/me',
    side: 'command',
    access: 'member',
    reply: z.object({ success: z.literal(true), user }),
  }),
  /** Another address asks for the password, and the one of before is told. */
  updateProfile: route({
    method: 'PUT',
    path: '/api/auth/profile',
    side: 'command',
    access: 'member',
    body: profile,
    reply: z.object({ success: z.literal(true), user }),
    errors: [
      memberProblems.emailTaken,
      memberProblems.usernameTaken,
      memberProblems.passwordNeeded,
      memberProblems.wrongPassword,
    ],
    moves: ['me'],
    limit: { calls: 30, seconds: 3600 },
  }),
  /**
   * A name is one member's at a time, and is held for them for a year after they gave it up. Hidden at once,
   * everywhere; what is shown again is as it was.
   */
  updatePublicProfile: route({
    method: 'PUT',
    path: '/api/auth/public-profile',
    side: 'command',
    access: 'member',
    body: publicProfileChange,
    reply: z.object({ success: z.literal(true), publicProfile }),
    errors: [memberProblems.publicNameTaken, memberProblems.publicNameNeeded],
    moves: ['me', 'public-gallery', 'people', 'favorites'],
    limit: { calls: 30, seconds: 3600 },
  }),
  updatePreferences: route({
    method: 'PUT',
    path: '/api/auth/preferences',
    side: 'command',
    access: 'member',
    body: preferences,
    reply: z.object({ success: z.literal(true), preferences: user.shape.preferences }),
    moves: ['me'],
    limit: { calls: 120, seconds: 3600 },
  }),
  /** Other sessions end; this one stays. */
  changePassword: route({
    method: 'POST',
    path: '/api/auth/change-password',
    side: 'command',
    access: 'member',
    body: passwordChange,
    reply: done,
    errors: [memberProblems.wrongPassword],
    moves: ['sessions'],
    limit: { calls: 10, seconds: 3600 },
  }),
  /** The same answer, as fast, whether the address is known or not. */
  forgotPassword: route({
    method: 'POST',
    path: '/api/auth/forgot-password',
    side: 'command',
    access: 'anyone',
    body: forgottenPassword,
    reply: done,
    limit: { calls: 10, seconds: 3600 },
  }),
  /** The token works once; every session of the member ends. */
  resetPassword: route({
    method: 'POST',
    path: '/api/auth/reset-password',
    side: 'command',
    access: 'anyone',
    body: passwordReset,
    reply: done,
    errors: [memberProblems.resetLinkDead],
    limit: { calls: 20, seconds: 3600 },
  }),
  /** By the token of the mail to the address of before, once: it stands again, and every session of the member ends. */
  undoEmailChange: route({
    method: 'POST',
    path: '/api/auth/undo-email-change',
    side: 'command',
    access: 'anyone',
    body: emailChangeUndo,
    reply: done,
    errors: [memberProblems.undoLinkDead, memberProblems.emailTaken],
    limit: { calls: 20, seconds: 3600 },
  }),
  /** From the mail: redirects to `/verify-success?status=` success, invalid, missing, not_found or error. */
  verifyEmail: route({
    method: 'GET',
    path: '/api/auth/verify-email',
    side: 'command',
    access: 'anyone',
    acts: true,
    query: z.object({ token: z.optional(z.string().check(z.maxLength(200))) }),
    limit: { calls: 60, seconds: 3600 },
  }),
  resendVerification: route({
    method: 'POST',
    path: '/api/auth/resend-verification',
    side: 'command',
    access: 'member',
    reply: done,
    errors: [memberProblems.alreadyVerified],
    limit: { calls: 5, seconds: 3600 },
  }),
  sessions: route({
    method: 'GET',
    path: '/api/auth/sessions',
    side: 'command',
    access: 'member',
    reply: z.object({ success: z.literal(true), sessions: z.array(session) }),
  }),
  revokeSession: route({
    method: 'DELETE',
    path: '/api/auth/sessions/:id',
    side: 'command',
    access: 'member',
    params: z.object({ id: z.uuid() }),
    reply: z.object({ success: z.literal(true) }),
    errors: [memberProblems.sessionUnknown],
    moves: ['sessions'],
  }),
};
