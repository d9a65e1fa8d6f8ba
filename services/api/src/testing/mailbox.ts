import { MAILBOX_COOKIE, mailHttp, type LocalMail } from '@easel/contracts/mail/http';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest from 'supertest';
import { MailWorker } from '../mail/mail.worker.ts';

/** The secret of every test's mailbox, and the header that opens it. */
export const MAILBOX_SECRET = 'the-mailbox-of-a-test';
export const mailboxKey: [string, string] = ['cookie', `${MAILBOX_COOKIE}=${MAILBOX_SECRET}`];

/** What was mailed to an address until now, the newest first. */
export async function mailsTo({ app, http }: TestServer, to: string): Promise<LocalMail[]> {
  await app.get(MailWorker, { strict: false }).idle();
  const { body } = await supertest(http)
    .get(mailHttp.json.path)
    .set(...mailboxKey)
    .query({ to })
    .expect(200);
  return (body as { mails: LocalMail[] }).mails;
}

/**
 * The newest mail of that subject: two that were asked for one after the other are sent at the same time where the
 * machine is busy, and the later asked for may be kept first.
 */
export async function mailed(server: TestServer, to: string, subject: RegExp): Promise<LocalMail | undefined> {
  return (await mailsTo(server, to)).find((mail) => subject.test(mail.subject));
}

/** The token in a mail's link. */
export function tokenIn(mail: LocalMail | undefined): string {
  const token = /[?&#]token=([0-9a-f]+)/.exec(mail?.text ?? '')?.[1];
  if (token === undefined) throw new Error(`no token in ${mail?.subject ?? 'no mail'}`);
  return token;
}
