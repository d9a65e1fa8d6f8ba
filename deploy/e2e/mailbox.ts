import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAILBOX_COOKIE, mailHttp, type LocalMail } from '@easel/contracts/mail/http';
import { dataDirOf } from './data-dirs.ts';

/** What the product at this address has mailed to somebody, the newest first; read with the secret that is in its data. */
export async function mailsTo(address: string, email: string): Promise<readonly LocalMail[]> {
  const dataDir = dataDirOf(address);
  assert.ok(dataDir, 'DATA_DIR of the product that runs has the secret of its mailbox');
  const { devMailToken } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { devMailToken: string };
  const reply = await fetch(`${address}${mailHttp.json.path}?to=${encodeURIComponent(email)}`, {
    headers: { cookie: `${MAILBOX_COOKIE}=${devMailToken}` },
  });
  return mailHttp.json.reply.parse(await reply.json()).mails;
}
