import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testMacKeys } from '@easel/kernel/testing/mac-keys';
import { onLocalStore } from '@easel/kernel/testing/on-local-store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeEndpoints } from '../../local/endpoints.ts';
import { ensureSecrets } from '../../local/secrets.ts';
import { openStandIn, SECRET_KEY } from '../../stand-ins/stripe/testing/open-stand-in.ts';
import { openAudited } from './open-audited.ts';
import { runAudit } from './run-audit.ts';
import { readSettings } from './settings.ts';
import { masterKey, openWorld, type World } from './testing/audited-world.ts';
import { buyer, purchaseId, tellStory } from './testing/money-story.ts';

let world: World;
beforeAll(async () => {
  world = await openWorld();
  await tellStory(world);
  await world.project();
  await world.pool.query(
    `INSERT INTO vault.credentials (member_id, email_digest, username_digest, password_hash) VALUES ($1, $2, '', '')`,
    [buyer, world.sealer.digest('email', 'buyer@example.org')],
  );
});
afterAll(() => world.close());

const here = (): NodeJS.ProcessEnv => ({
  DATABASE_URL: world.databaseUrl,
  EVENT_STORE_URL: world.eventStoreUrl,
  MASTER_KEY: masterKey,
  MAC_KEYS: testMacKeys,
});

const quietly = (): void => undefined;

/** Progress comes by the clock, so that without an interval of its own a run has none. */
async function run(args: string[], env: NodeJS.ProcessEnv = here(), progressMs = Infinity) {
  const out: string[] = [];
  const err: string[] = [];
  const output = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const code = await runAudit(args, env, output, new AbortController().signal, { progressMs });
  return { code, out, err: err.join('\n') };
}

test('a clean world ends with 0 and its counts', async () => {
  const { code, out, err } = await run(['verify']);
  expect(out).toEqual([expect.stringMatching(/^clean; 4 streams, 11 facts; 2 anchors \(the newest of .*\)/)]);
  expect(code).toBe(0);
  expect(err).toContain('no card service is set');
});

test('without the key of macs links are checked, and it is said that macs are not', async () => {
  const { code, out, err } = await run(['verify'], { ...here(), MAC_KEYS: '' });
  expect(out).toEqual([expect.stringMatching(/^clean; 4 streams, 11 facts/)]);
  expect(code).toBe(0);
  expect(err).toContain('MAC_KEYS is not set: links are checked, macs are unchecked');
});

test('a member is named by id or address', async () => {
  for (const member of [buyer, 'Buyer@example.org']) {
    const { code, out } = await run(['verify', member]);
    expect(out[0]).toMatch(/^clean; 1 streams, 7 facts/);
    expect(code).toBe(0);
  }
  expect(await run(['verify', 'nobody@example.org'])).toMatchObject({ code: 2, out: [] });
  expect(await run(['verify', '00000000-0000-4000-8000-00000000000f'])).toMatchObject({ code: 2, out: [] });
});

test('a trace, for people and for programs', async () => {
  const { code, out } = await run(['trace', purchaseId]);
  expect(code).toBe(0);
  expect(out).toHaveLength(5);
  const lines = await run(['trace', purchaseId, '--json']);
  expect(JSON.parse(lines.out[0] ?? '')).toMatchObject({
    origin: { kind: 'command', actor: { kind: 'member', id: buyer } },
    facts: [{ type: 'ImagePurchased', depth: 0, asked: true }, {}, {}, {}],
  });
  expect(await run(['trace', 'pi_nobody'])).toMatchObject({ code: 2, out: [] });
});

test('what cannot be looked at ends with 2 and says why', async () => {
  const nowhere = mkdtempSync(join(tmpdir(), 'easel-nowhere-'));
  expect(await run(['verify'], { DATA_DIR: nowhere })).toMatchObject({
    code: 2,
    err: expect.stringContaining(`Nothing runs from ${nowhere}`),
  });
  rmSync(nowhere, { recursive: true });
  expect(await run(['verify'], { ...here(), EVENT_STORE_URL: 'esdb://127.0.0.1:1?tls=false' })).toMatchObject({
    code: 2,
  });
  expect((await run(['verify'], { ...here(), MASTER_KEY: 'no key' })).err).toContain('MASTER_KEY is wrong');
  expect(await run(['look'])).toMatchObject({ code: 2, out: [] });
});

test('of an installation on this machine it finds the way by its folder, to its stand-in Stripe too', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'easel-here-'));
  const running = { databaseUrl: world.databaseUrl, eventStoreUrl: world.eventStoreUrl, address: 'http://127.0.0.1:1' };
  writeEndpoints(dataDir, { ...running, stripeUrl: 'http://127.0.0.1:2' });
  const { masterKey: key, macKeys, stripeSecretKey } = ensureSecrets(dataDir);
  expect(readSettings({ DATA_DIR: dataDir }, quietly)).toEqual({
    databaseUrl: world.databaseUrl,
    eventStoreUrl: world.eventStoreUrl,
    masterKey: key,
    macKeys,
    payments: { STRIPE_SECRET_KEY: stripeSecretKey, STRIPE_API_URL: 'http://127.0.0.1:2' },
  });
  writeEndpoints(dataDir, running);
  expect(readSettings({ DATA_DIR: dataDir, STRIPE_SECRET_KEY: 'sk_test_1' }, quietly).payments).toEqual({
    STRIPE_SECRET_KEY: 'sk_test_1',
  });
  rmSync(dataDir, { recursive: true });
});

test('it cannot write, whatever it is told', async () => {
  const audited = openAudited(readSettings(here(), quietly));
  await expect(audited.pool.query('DELETE FROM vault.anchors')).rejects.toThrow('read-only transaction');
  await audited.close();
});

test('a card service that does not answer leaves the rest looked at, and ends with 2', async () => {
  const stripe = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_API_URL: 'http://127.0.0.1:1' };
  const { code, out, err } = await run(['verify'], { ...here(), ...stripe });
  expect(code).toBe(2);
  expect(out[0]).toMatch(
    /^clean; 4 streams, 11 facts; .*; no wallet top-ups to compare; no payments of orders to compare; invoices and credit notes: 4; 0 paid orders; 0 print orders, charged \$0\.00; 0 announced challenges$/,
  );
  expect(err).toContain('Not looked at: payments: ');
});

test('names an order that was paid at the card service two hours ago and is not paid here', async () => {
  const cards = await openStandIn();
  cards.clock.aheadMs = -2 * 3_600_000;
  const { id } = await cards.stripe.paymentIntents.create({
    amount: 2_000,
    currency: 'usd',
    confirm: true,
    payment_method: 'pm_card_visa',
    metadata: { kind: 'order', memberId: buyer, orderId: purchaseId },
  });
  const { code, out } = await run(['verify'], {
    ...here(),
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_API_URL: cards.url,
  });
  await cards.close();
  expect(code).toBe(1);
  expect(out).toContain(
    `payment ${id}  order.payment_not_here  $20.00 were paid for order-${purchaseId}, which has no such payment`,
  );
  expect(out.at(-1)).toContain('; payments of orders: 1 at the card service, 0 here; ');
});

test('prints a line of JSON after each stream when progress is due at once', async () => {
  const { out } = await run(['verify', '--json'], here(), 0);
  const lines = out.map((line) => JSON.parse(line) as { kind: string });
  const progress = lines.filter(({ kind }) => kind === 'progress');
  expect(progress).toEqual([1, 2, 3, 4].map((streams) => ({ kind: 'progress', streams, facts: expect.any(Number) })));
  expect(progress.at(-1)).toMatchObject({ facts: 11 });
});

onLocalStore('differences end with 1, a line of JSON each', async () => {
  await world.change(`DELETE FROM store.events WHERE stream = 'account-${buyer}' AND revision = 2`);
  const { code, out } = await run(['verify', '--json']);
  expect(code).toBe(1);
  expect(out.map((line) => JSON.parse(line) as object)).toEqual([
    { kind: 'note', note: expect.any(String) },
    { kind: 'finding', finding: expect.objectContaining({ code: 'chain.missing', place: `account-${buyer}@2` }) },
    expect.objectContaining({ kind: 'verdict', findings: 1, streams: 4, notLooked: [] }),
  ]);
});
