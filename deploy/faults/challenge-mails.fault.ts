import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { utcMonth } from '@easel/contracts/account/policy';
import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import { challenges } from '@easel/contracts/competitions/names';
import { mailHttp } from '@easel/contracts/mail/http';
import { membersHttp } from '@easel/contracts/members/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk, People, type Member } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { Records } from './harness/records.ts';
import { until } from './harness/until.ts';

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

async function subscriber(): Promise<Member> {
  const member = await people.register();
  const body = { marketingOptIn: true };
  expectOk(await people.http.call('PUT', membersHttp.updatePreferences.path, { token: member.token, body }));
  await people.verify(member);
  return member;
}

async function mailsAbout({ email }: Member, kind: ChallengeKind): Promise<number> {
  const reply = await people.http.call('GET', `${mailHttp.json.path}?to=${email}`, product.mailboxKey);
  const { mails } = mailHttp.json.reply.parse(reply.body);
  return mails.filter(({ subject }) => subject.includes(challenges[kind].name)).length;
}

test.each([
  ['challenge-news.before-commit', 'tshirt'],
  ['challenge-news.after-commit', 'poster'],
] as const)('tells every member once that a challenge has opened when the process dies at %s', async (point, kind) => {
  const members = [await subscriber(), await subscriber(), await subscriber()];
  const onceFile = join(folder, point);
  await product.killEverything();
  await product.start({ faultPoint: point, onceFile, restarts: true });
  const body = { kind, month: utcMonth(new Date()), theme: 'Tides', description: 'The sea in one colour.' };
  const { method, path } = competitionsConsoleHttp.prepare;
  const { status } = await people.http.call(method, path, { token: await people.operator(), body });
  expect(status).toBeLessThan(300);
  await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });
  await product.ready();
  for (const member of members) await until(async () => (await mailsAbout(member, kind)) > 0);
  await Records.of(product, (records) =>
    until(async () => {
      const timers = await records.rows(
        "select from vault.timers where process = 'competitions.post-news' and due_at < now()",
      );
      return timers.length === 0 && (await records.rows('select from vault.mails')).length === 0;
    }),
  );
  for (const member of members) expect(await mailsAbout(member, kind)).toBe(1);
});
