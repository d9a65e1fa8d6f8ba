import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { registrationHttp } from '@easel/contracts/members/registration.http';
import { trialsHttp } from '@easel/contracts/trials/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProduct, type Product } from './harness/product.ts';
import { expectReplayAgrees } from './harness/programs.ts';
import { Records } from './harness/records.ts';
import { until } from './harness/until.ts';

let product: Product;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  await product.killEverything();
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Makes the same call until it is answered. */
async function ask(path: string, body: object, cookie = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID(), cookie };
  return until(async () => {
    const reply = await fetch(`${product.address}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return reply.status < 500 ? reply : undefined;
  });
}

const cookieOf = (reply: Response): string =>
  reply.headers
    .getSetCookie()
    .find((one) => one.startsWith('easel_visitor='))
    ?.split(';')[0] ?? '';

async function register(cookie: string): Promise<string> {
  const name = `m${randomUUID().slice(0, 12)}`;
  const password = `secret-${randomUUID()}`;
  const person = { email: `${name}@faults.example`, username: name, firstName: 'Ada', lastName: 'Byron' };
  const reply = await ask(registrationHttp.register.path, { ...person, password, confirmPassword: password }, cookie);
  return registrationHttp.register.reply.parse(await reply.json()).user.id;
}

test.each([
  'trial.after-claim',
  'trial.after-request',
  'register.after-commit',
  'process.after-act#1',
  'process.after-act#2',
  'trial.after-adopt#1',
])('a visitor’s picture is claimed once and adopted once when the process dies at %s', async (faultPoint) => {
  const onceFile = join(folder, faultPoint);
  await product.start({ faultPoint, onceFile, restarts: true, env: { RATE_LIMIT_SCALE: '100' } });
  const made = await ask(trialsHttp.make.path, { prompt: 'a red fox' });
  expect(made.status).toBe(202);
  const { trial } = trialsHttp.make.reply.parse(await made.json());
  const memberId = await register(cookieOf(made));
  await until(() => existsSync(onceFile), { why: () => `(the death at ${faultPoint})` });
  await product.ready();
  await Records.of(product, async (records) => {
    const ofType = async (type: string) =>
      (await Array.fromAsync(records.log.read(`generation-${trial.id}`))).filter((fact) => fact.type === type);
    await until(async () => (await ofType('GenerationCompleted')).length > 0);
    await until(async () => (await ofType('GenerationAdopted')).length > 0);
    expect(await ofType('GenerationRequested')).toHaveLength(1);
    const [asked] = await ofType('GenerationRequested');
    if (!asked) throw new Error('it was never asked for');
    const { memberId: visitorId } = asked.data as { memberId: string };
    expect((await ofType('GenerationAdopted')).map(({ data }) => data)).toEqual([
      { generationId: trial.id, memberId, visitorId, prompt: 'a red fox' },
    ]);
    const day = asked.recordedAt.toISOString().slice(0, 10);
    const claims = await Array.fromAsync(records.log.read(`trials-${day}`));
    expect(claims.filter(({ data }) => (data as { visitorId: string }).visitorId === visitorId)).toHaveLength(1);
    await until(async () => {
      const [key] = await records.rows<{ gone: boolean }>(
        `select wrapped is null as gone from vault.person_keys where person_id = '${visitorId}'`,
      );
      return key?.gone === true;
    });
    // Nobody's money is moved by it: the account of its member knows nothing of it.
    const account = await Array.fromAsync(records.log.readStored(`account-${memberId}`));
    expect(account.filter(({ type }) => /Held|Captured|Released/.test(type))).toEqual([]);
  });
  await product.killEverything();
});

test('after all of them a replay of the log gives the rows that are there', async () => {
  await product.start();
  await expectReplayAgrees(product);
});
