import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mailHttp, type LocalMail } from '@easel/contracts/mail/http';
import { marketingHttp } from '@easel/contracts/members/marketing.http';
import { membersHttp } from '@easel/contracts/members/http';
import { digestMonthAt, nextDigestAt } from '@easel/contracts/members/policy';
import { memberStream } from '@easel/contracts/members/stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk, People, type Member } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { Records } from './harness/records.ts';
import { until } from './harness/until.ts';

const clock = new URL('../dist/faults/golden/shifted-clock.js', import.meta.url).href;
const SUBJECT = /^\w+ \d{4} on Easel$/;

let product: Product;
let people: People;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  people = new People(product);
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function subscriber({ verified = true } = {}): Promise<Member> {
  const member = await people.register();
  const body = { marketingOptIn: true };
  expectOk(await people.http.call('PUT', membersHttp.updatePreferences.path, { token: member.token, body }));
  if (verified) await people.verify(member);
  return member;
}

async function monthlyMails({ email }: Member): Promise<LocalMail[]> {
  const reply = await people.http.call('GET', `${mailHttp.json.path}?to=${email}`, product.mailboxKey);
  return mailHttp.json.reply.parse(reply.body).mails.filter(({ subject }) => SUBJECT.test(subject));
}

const monthsSent = (records: Records, { id }: Member): Promise<unknown[]> =>
  Array.fromAsync(records.log.readStored(memberStream.nameOf(id))).then((facts) =>
    facts.filter(({ type }) => type === 'DigestSent').map(({ data }) => (data as { month: string }).month),
  );

/** All that was put into the queue has left it. */
const isQueueEmpty = (records: Records): Promise<boolean> =>
  records.rows('select from vault.mails').then(({ length }) => length === 0);

test('each month is mailed once, wherever the process dies, and to nobody who left', async () => {
  const [stays, leaves, unverified] = [await subscriber(), await subscriber(), await subscriber({ verified: false })];
  const months: string[] = [];
  let at = new Date();
  for (const point of ['decider.after-append', 'digest.before-post', 'digest.after-post', 'mail.after-send']) {
    at = nextDigestAt(at);
    months.push(digestMonthAt(at));
    const onceFile = join(folder, point);
    await product.killEverything();
    await product.start({
      faultPoint: point,
      onceFile,
      restarts: true,
      env: { NODE_OPTIONS: `--import=${clock}`, GOLDEN_SHIFT_MS: String(at.getTime() + 3_600_000 - Date.now()) },
    });
    await until(async () => (await monthlyMails(stays)).length >= months.length);
    if (months.length === 1) await until(async () => (await monthlyMails(leaves)).length >= 1);
    await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
    await product.ready();
    await Records.of(product, async (records) => {
      await until(() => isQueueEmpty(records));
      expect(await monthsSent(records, stays)).toEqual(months);
      expect(await monthsSent(records, leaves)).toEqual(months.slice(0, 1));
      expect(await monthsSent(records, unverified)).toEqual([]);
    });
    expect(await monthlyMails(stays)).toHaveLength(months.length);
    const [mail, ...more] = await monthlyMails(leaves);
    expect(more).toEqual([]);
    expect(await monthlyMails(unverified)).toEqual([]);
    if (months.length > 1) continue;

    const [, token] = /\/unsubscribe\?token=([0-9a-f]+)/.exec(mail?.text ?? '') ?? [];
    const oneClick = await fetch(`${product.address}${marketingHttp.unsubscribe.path}?token=${token}`, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(oneClick.status).toBe(200);
  }
});
