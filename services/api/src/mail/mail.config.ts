import { brand } from '@easel/contracts/brand';
import { z } from 'zod';

/** The environment of whatever process sends mail. */
export const mailConfig = z.object({
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtp://user:password@host:587' })
    .optional()
    .meta({ secret: true, description: 'mail server; unset: mails stay here, to be read at /dev/mail' }),
  MAIL_FROM: z
    .string()
    .regex(/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/, 'must be an address, or a name and <address>')
    .default(`${brand.name} <no-reply@${brand.slug}.local>`)
    .describe('sender of mails'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be an address like https://example.org' })
    .optional()
    .describe('of the site, for links in mails; unset: where the server listens'),
});
export type MailConfig = z.output<typeof mailConfig>;

/** Under which the settings are provided. */
export const MAIL_SETTINGS = Symbol('mail settings');
