import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureSecrets } from './secrets.ts';

let dataDir: string;
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'easel-secrets-'))));
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('they are made once, each its own, for the owner’s eyes', () => {
  const made = ensureSecrets(dataDir);
  expect(made.masterKey).toMatch(/^[0-9a-f]{64}$/);
  expect(made.cookieKey).not.toBe(made.masterKey);
  expect(made.operatorPassword.length).toBeGreaterThanOrEqual(16);
  expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
  expect(ensureSecrets(dataDir)).toEqual(made);
});

test('an older installation keeps its own, and is given what it lacks', () => {
  const { stripeSecretKey, stripeWebhookSecret, prodigiKey, ...others } = ensureSecrets(dataDir);
  const { eventStorePassword, natsPassword, metricsToken, devMailToken, ...older } = others;
  const { providersKey, providersWebhookSecret, ...old } = older;
  for (const made of [providersKey, providersWebhookSecret]) expect(made).toMatch(/^[\w-]{32}$/);
  expect([stripeSecretKey, stripeWebhookSecret, eventStorePassword, natsPassword, metricsToken, devMailToken]).toEqual([
    expect.stringMatching(/^sk_test_[0-9a-f]{64}$/),
    expect.stringMatching(/^whsec_[0-9a-f]{64}$/),
    expect.stringMatching(/^[\w-]{32}$/),
    expect.stringMatching(/^[\w-]{32}$/),
    expect.stringMatching(/^[\w-]{32}$/),
    expect.stringMatching(/^[\w-]{32}$/),
  ]);
  expect(prodigiKey).toMatch(/^[\w-]{32}$/);
  writeFileSync(join(dataDir, 'secrets.json'), JSON.stringify(old));
  const added = ensureSecrets(dataDir);
  expect(added).toMatchObject(old);
  expect(added.stripeSecretKey).toMatch(/^sk_test_/);
  expect(added.stripeSecretKey).not.toBe(stripeSecretKey);
  expect(added.prodigiKey).toMatch(/^[\w-]{32}$/);
  expect(added.prodigiKey).not.toBe(prodigiKey);
  expect(added.providersKey).not.toBe(providersKey);
  expect(added.eventStorePassword).toMatch(/^[\w-]{32}$/);
  expect(added.eventStorePassword).not.toBe(eventStorePassword);
  expect(added.metricsToken).toMatch(/^[\w-]{32}$/);
  expect(added.devMailToken).not.toBe(added.metricsToken);
  expect(ensureSecrets(dataDir)).toEqual(added);
});

test('a damaged file is refused, never replaced', () => {
  writeFileSync(join(dataDir, 'secrets.json'), '{"masterKey":"00"}');
  expect(() => ensureSecrets(dataDir)).toThrow(/secrets\.json cannot be read; restore it/);
});

test('keys that are given are used and written nowhere, and missed when they are given no more', () => {
  const given = { masterKey: 'ab'.repeat(32), cookieKey: 'cd'.repeat(32) };
  const path = join(dataDir, 'secrets.json');
  expect(ensureSecrets(dataDir, given)).toMatchObject(given);
  expect(readFileSync(path, 'utf8')).not.toMatch(/masterKey|cookieKey|(?:ab){32}|(?:cd){32}/);
  expect(ensureSecrets(dataDir, given)).toEqual(ensureSecrets(dataDir, given));
  expect(() => ensureSecrets(dataDir, { cookieKey: given.cookieKey })).toThrow(
    `MASTER_KEY was given when ${path} was made`,
  );
  expect(() => ensureSecrets(dataDir, { masterKey: given.masterKey })).toThrow('COOKIE_KEY was given when');
});

test('a key that is given goes before the one that is kept, which stays', () => {
  const made = ensureSecrets(dataDir);
  const given = { masterKey: 'ab'.repeat(32) };
  expect(ensureSecrets(dataDir, given)).toEqual({ ...made, ...given });
  expect(ensureSecrets(dataDir)).toEqual(made);
});

test('keys of macs are made once; one that is given signs, and the one that is kept goes on verifying', () => {
  const { macKeys: made } = ensureSecrets(dataDir);
  expect(made).toMatch(/^[0-9a-f]{64}$/);
  const given = { macKeys: 'ab'.repeat(32) };
  expect(ensureSecrets(dataDir, given).macKeys).toBe(`${given.macKeys},${made}`);
  expect(ensureSecrets(dataDir).macKeys).toBe(made);
});

test('keys of macs that were given at first are written nowhere, and missed when they are given no more', () => {
  const given = { macKeys: `${'ab'.repeat(32)},${'cd'.repeat(32)}` };
  const path = join(dataDir, 'secrets.json');
  expect(ensureSecrets(dataDir, given).macKeys).toBe(given.macKeys);
  expect(readFileSync(path, 'utf8')).not.toMatch(/(?:ab){32}|(?:cd){32}/);
  expect(() => ensureSecrets(dataDir)).toThrow(`MAC_KEYS was given when ${path} was made`);
});
