import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { defineProblems } from '../kernel/problem.ts';
import { PASSWORD_MAX, PASSWORD_MIN } from './policy.ts';

export const memberProblems = defineProblems('members', {
  emailTaken: [409, 'An account with this email already exists'],
  usernameTaken: [409, 'This username is already taken'],
  wrongCredentials: [401, 'Invalid email or password'],
});

const name = z.string().check(z.trim(), z.minLength(1, 'This field is required'), z.maxLength(80));

export const registration = z
  .object({
    firstName: name,
    lastName: name,
    email: z.string().check(z.trim(), z.maxLength(254), z.email('Please enter a valid email address')),
    username: z
      .string()
      .check(z.trim(), z.regex(/^[\p{L}\p{N}_.-]{3,30}$/u, '3 to 30 letters, digits, dots, dashes or underscores')),
    password: z
      .string()
      .check(z.minLength(PASSWORD_MIN, 'Password must be at least 8 characters long'), z.maxLength(PASSWORD_MAX)),
    confirmPassword: z.string().check(z.maxLength(PASSWORD_MAX)),
    referralCode: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    marketingOptIn: z._default(z.boolean(), false),
  })
  .check(
    z.refine((body) => body.password === body.confirmPassword, {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    }),
  );
export type Registration = z.output<typeof registration>;

export const credentials = z.object({
  email: z.string().check(z.trim(), z.minLength(1, 'Please enter your email address'), z.maxLength(254)),
  password: z.string().check(z.minLength(1, 'Please enter your password'), z.maxLength(PASSWORD_MAX)),
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
  referral: z.object({ code: z.string(), referralCredits: z.number(), totalReferrals: z.number() }),
});
export type User = z.output<typeof user>;

const signedIn = z.object({ success: z.literal(true), token: z.string(), user });

export const membersHttp = {
  register: route({
    method: 'POST',
    path: '/api/auth/register',
    side: 'command',
    access: 'anyone',
    body: registration,
    reply: signedIn,
    errors: [memberProblems.emailTaken, memberProblems.usernameTaken],
    moves: ['me'],
    limit: { calls: 20, seconds: 3600 },
    idempotent: true,
  }),
  login: route({
    method: 'POST',
    path: '/api/auth/login',
    side: 'command',
    access: 'anyone',
    body: credentials,
    reply: signedIn,
    errors: [memberProblems.wrongCredentials],
    moves: ['me'],
    limit: { calls: 30, seconds: 300 },
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
};
