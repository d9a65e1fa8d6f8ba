import { trimmed } from '@easel/contracts/kernel/needed';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import { FORM_TEXT_MAX, NAME_MAX, SUBJECT_MAX } from '@easel/contracts/messages/policy';
import * as z from 'zod/mini';

/** Fields are named as the call names them, so that what the server complains of finds its field. */
const needed = (most: number, complaint: string) =>
  z.string().check(trimmed(), z.minLength(1, complaint), z.maxLength(most, `At most ${most} characters`));
const name = z.string().check(trimmed(), z.maxLength(NAME_MAX, `At most ${NAME_MAX} characters`));
const wrongEmail = 'Please enter a valid email address';
const email = z.string().check(trimmed(), z.maxLength(254, wrongEmail), z.email(wrongEmail));
const emailOrNone = z.union([z.string().check(trimmed(), z.maxLength(0)), email], { error: wrongEmail });

/** spec: public-and-commerce §5 "Feature form". */
export const featureForm = z.object({
  sender_name: name,
  sender_email: emailOrNone,
  subject: needed(SUBJECT_MAX, 'Please enter a title'),
  message_content: needed(FORM_TEXT_MAX, 'Please describe your idea'),
});

/** spec: public-and-commerce §5 "Bug form". */
export const bugForm = z.object({
  sender_email: emailOrNone,
  subject: needed(SUBJECT_MAX, 'Please enter a title'),
  message_content: needed(FORM_TEXT_MAX, 'Please describe what went wrong'),
});

/** spec: public-and-commerce §5 "Contact form". */
export const contactForm = z.object({
  sender_name: name.check(z.minLength(1, 'Please enter your name')),
  sender_email: z
    .string()
    .check(
      trimmed(),
      z.minLength(1, 'Please enter your email address'),
      z.maxLength(254, wrongEmail),
      z.email(wrongEmail),
    ),
  subject: needed(SUBJECT_MAX, 'Please enter a subject'),
  message_content: needed(FORM_TEXT_MAX, 'Please enter a message'),
});

/** Of a report in its dialog. */
export const reportForm = z.object({
  sender_email: emailOrNone,
  message_content: needed(FORM_TEXT_MAX, 'Please say what is wrong'),
});

export const featureCategories = [
  'Image generation',
  'Gallery and search',
  'Editing',
  'Buying and downloads',
  'Account',
  'Other',
] as const;
export const bugCategories = [
  'Image generation',
  'Gallery and search',
  'Editing',
  'Buying and payments',
  'Sign-in and account',
  'Appearance',
  'Other',
] as const;
export const contactCategories = [
  'General question',
  'Account',
  'Billing and payments',
  'Copyright or abuse',
  'Press and partners',
  'Other',
] as const;

/** What was chosen, a line each, above what was written: a message has one text. What was left blank has no line. */
export const withChoices = (choices: Readonly<Record<string, string>>, text: string): string => {
  const lines = Object.entries(choices).flatMap(([label, value]) =>
    visibleText(value) ? [`${label}: ${visibleText(value)}`] : [],
  );
  return [lines.join('\n'), visibleText(text)].filter(Boolean).join('\n\n');
};

export const optionsOf = (values: readonly string[]): { value: string; label: string }[] =>
  values.map((value) => ({ value, label: value }));

/** 'low' is shown as 'Low'. */
export const levelOptions = (values: readonly string[]): { value: string; label: string }[] =>
  values.map((value) => ({ value, label: value.charAt(0).toUpperCase() + value.slice(1) }));
