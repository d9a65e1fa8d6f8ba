import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { neededText, trimmed } from '../kernel/needed.ts';
import { chosenPassword, typedPassword } from './password.ts';
import {
  defaultFormats,
  defaultResolutions,
  isReservedName,
  PASSWORD_MAX,
  passwordForm,
  PUBLIC_NAME,
  resetPasswordProblems,
  TYPED_PASSWORD_MAX,
} from './policy.ts';
import { memberProblems } from './problems.ts';

export const firstName = neededText('Please enter your first name').check(z.maxLength(80));
export const lastName = neededText('Please enter your last name').check(z.maxLength(80));

const EMAIL_NEEDED = 'Please enter your email address';
const EMAIL_WRONG = 'Please enter a valid email address';
export const email = neededText(EMAIL_NEEDED).check(z.maxLength(254, EMAIL_WRONG), z.email(EMAIL_WRONG));
export const username = neededText('Please enter a username').check(
  // A letter whose accent is a character of its own is a letter.
  z.normalize('NFC'),
  z.regex(/^[\p{L}\p{N}_.-]{3,30}$/u, '3 to 30 letters, digits, dots, dashes or underscores'),
);

export const credentials = z.object({
  email: neededText(EMAIL_NEEDED).check(z.maxLength(254)),
  password: typedPassword('Please enter your password'),
});

/** How a member is seen by everybody. `name` is empty where none was chosen. */
const publicProfile = z.object({ name: z.string(), shown: z.boolean(), sharesSettings: z.boolean() });
export type PublicProfile = z.output<typeof publicProfile>;

const publicName = z.string('Please send a public name, or an empty one').check(
  trimmed(),
  z.toLowerCase(),
  z.superRefine((name, context) => {
    const say = (message: string) => context.issues.push({ code: 'custom', input: name, message });
    if (name === '') return;
    const { least, most, letters } = PUBLIC_NAME;
    if (name.length < least || name.length > most || !letters.test(name)) {
      say(`${least} to ${most} of the letters a to z, digits and dashes`);
    } else if (isReservedName(name)) say(memberProblems.publicNameTaken.message);
  }),
);

export const publicProfileChange = z.object({
  name: publicName,
  shown: z.boolean('Please say whether you want to be shown'),
  sharesSettings: z._default(z.boolean(), false),
});

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

/** Names other than these are ignored, whatever they say. */
export const profile = z.object({
  firstName,
  lastName,
  email,
  username,
  /** Asked for where the address becomes another one. */
  currentPassword: z.optional(z.string().check(z.maxLength(TYPED_PASSWORD_MAX))),
});

/** spec: public-and-commerce §8 "Preferences". */
export const preferences = z.object({
  defaultResolution: z.optional(z.enum(defaultResolutions, 'Failed to update resolution')),
  defaultFormat: z.optional(z.enum(defaultFormats, 'Failed to update format')),
  marketingOptIn: z.optional(z.boolean('Failed to update preference')),
});

export const passwordChange = z.object({
  currentPassword: typedPassword('Current password is required'),
  newPassword: chosenPassword('Please enter a new password', 'New password must be at least 8 characters long'),
});

export const forgottenPassword = z.object({
  email: neededText(EMAIL_NEEDED).check(z.maxLength(254)),
});

const { message: deadLink } = memberProblems.resetLinkDead;

export const passwordReset = z.object({
  token: z.string(deadLink).check(z.maxLength(200, deadLink)),
  newPassword: z.string('Please enter a new password').check(
    z.overwrite(passwordForm),
    z.maxLength(PASSWORD_MAX),
    z.superRefine((password, context) => {
      const [message] = resetPasswordProblems(password);
      if (message) context.issues.push({ code: 'custom', input: password, message });
    }),
  ),
});

const { message: deadUndoLink } = memberProblems.undoLinkDead;

export const emailChangeUndo = z.object({ token: z.string(deadUndoLink).check(z.maxLength(200, deadUndoLink)) });

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
