import { brand } from '@easel/contracts/brand';
import { isLoopbackName } from '@easel/kernel/http/network';
import { serverConfig } from '@easel/kernel/server/server-config';
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
  PUBLIC_URL: serverConfig.shape.PUBLIC_URL,
  DEV_MAIL_TOKEN: z
    .string()
    .regex(/^[\w-]{16,200}$/, 'must have 16 to 200 letters, digits, - and _')
    .optional()
    .meta({ secret: true, description: 'opens /dev/mail?token=…, on this machine; unset: there is no /dev/mail' }),
});
export type MailConfig = z.output<typeof mailConfig>;

/** Whether mails are to be read at /dev/mail: not where they are sent, nor where the site is anybody's to call. */
export const hasMailbox = ({ SMTP_URL, PUBLIC_URL }: Pick<MailConfig, 'SMTP_URL' | 'PUBLIC_URL'>): boolean =>
  SMTP_URL === undefined && (PUBLIC_URL === undefined || isLoopbackName(new URL(PUBLIC_URL).host));

/** Under which the settings are provided. */
export const MAIL_SETTINGS = Symbol('mail settings');
