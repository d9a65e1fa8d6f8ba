import * as z from 'zod/mini';
import { route } from '../kernel/http.ts';
import { landing } from '../telemetry/landing.http.ts';
import { email, firstName, lastName, username } from './bodies.http.ts';
import { signedIn } from './http.ts';
import { chosenPassword, typedPassword } from './password.ts';
import { passwordForm } from './policy.ts';
import { memberProblems } from './problems.ts';

// Apart from the members' other routes, which every page loads: this one knows all pages by their paths.

export const registration = z
  .object({
    firstName,
    lastName,
    email,
    username,
    password: chosenPassword('Please enter a password', 'Password must be at least 8 characters long'),
    confirmPassword: typedPassword('Please enter the password again').check(z.overwrite(passwordForm)),
    referralCode: z.optional(z.nullable(z.string().check(z.maxLength(40)))),
    marketingOptIn: z._default(z.boolean(), false),
    /** What this is a figure of is worth no registration: what nobody can read is left out. */
    // No promise's catch.
    // oxlint-disable-next-line promise/valid-params
    landing: z.catch(z.optional(landing), undefined),
  })
  .check(
    z.refine((body) => body.password === body.confirmPassword, {
      path: ['confirmPassword'],
      message: 'Passwords do not match',
    }),
  );
export type Registration = z.output<typeof registration>;

export const registrationHttp = {
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
};
