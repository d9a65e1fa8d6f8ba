import * as z from 'zod/mini';
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

// Apart from the members' routes, which every page loads: forms alone check what is sent.

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
