import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAILBOX_COOKIE, mailHttp, type LocalMail } from '@easel/contracts/mail/http';
import { expect } from '@playwright/test';
import type { Product } from './product.ts';

/** A mail comes within this, or not at all. */
const MAIL_WITHIN_MS = 60_000;

/** What is picked from somebody's mails, the newest first, as soon as it is among them. */
export async function mailed<T>(
  product: Product,
  email: string,
  pick: (mails: readonly LocalMail[]) => T | undefined,
): Promise<T> {
  let picked: T | undefined;
  const look = async () => (picked = pick(await mailsTo(product, email)));
  const message = `what was looked for was not mailed to ${email}`;
  await expect.poll(look, { message, timeout: MAIL_WITHIN_MS, intervals: [100] }).toBeDefined();
  assert.ok(picked !== undefined);
  return picked;
}

/** The newest link to this path that was mailed to this address. */
export const linkTo = (product: Product, email: string, path: string): Promise<string> =>
  mailed(product, email, (mails) =>
    mails.flatMap(({ text }) => text.match(/https?:\/\/\S+/g) ?? []).find((link) => new URL(link).pathname === path),
  );

/** Read with the secret that is in the product's data. */
async function mailsTo({ address, dataDir }: Product, email: string): Promise<readonly LocalMail[]> {
  assert.ok(dataDir, 'DATA_DIR of the product that runs has the secret of its mailbox');
  const { devMailToken } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { devMailToken: string };
  const reply = await fetch(`${address}${mailHttp.json.path}?to=${encodeURIComponent(email)}`, {
    headers: { cookie: `${MAILBOX_COOKIE}=${devMailToken}` },
  });
  return mailHttp.json.reply.parse(await reply.json()).mails;
}
