import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providersFile } from '@easel/contracts/providers/file';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { chosenProviders, reportedAt, standInProviders, STAND_IN, writeStandInProviders } from './providers.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'easel-providers-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const mystic = {
  name: 'ours',
  label: 'Ours',
  protocol: 'mystic',
  baseUrl: 'https://api.example',
  keyFrom: 'OUR_KEY',
  webhookSecretFrom: 'OUR_SECRET',
};
const write = (...providers: object[]): string => {
  const path = join(folder, 'own.json');
  writeFileSync(path, JSON.stringify({ providers }));
  return path;
};

test('writes a file for the stand-in that the servers can read', () => {
  const path = writeStandInProviders(folder, 'http://127.0.0.1:12113');
  const { providers } = providersFile.parse(JSON.parse(readFileSync(path, 'utf8')));
  expect(providers.map(({ name, protocol }) => [name, protocol])).toEqual([
    ['openai', 'openai-images'],
    ['flux', 'flux'],
    ['mystic', 'mystic'],
  ]);
  for (const { budget, cost } of providers) {
    expect(budget.day).toBeGreaterThan(0);
    expect(cost.picture + cost.megapixel).toBeGreaterThan(0);
  }
  const labels = standInProviders('').providers.map(({ label }) => label);
  expect(chosenProviders(STAND_IN, {})).toEqual({ path: undefined, labels, reportLocally: true });
});

test('reads which providers a file names', () => {
  const path = write(mystic, { ...mystic, name: 'other', label: 'Another' });
  expect(chosenProviders(path, { OUR_KEY: 'k', OUR_SECRET: 's' })).toEqual({
    path,
    labels: ['Ours', 'Another'],
    reportLocally: false,
  });
});

test.each([
  [{ OUR_SECRET: 's' }, 'OUR_KEY is missing: it is the key of the provider ours'],
  [{ OUR_KEY: '', OUR_SECRET: 's' }, 'OUR_KEY is missing'],
  [{ OUR_KEY: 'k' }, 'OUR_SECRET is not set'],
])('refuses to start without a key or a secret that the file names: %o', (env, message) => {
  expect(() => chosenProviders(write(mystic), env)).toThrow(message);
});

test('says what is wrong in a file', () => {
  expect(() => chosenProviders(write({ ...mystic, factor: 0 }), {})).toThrow('providers[0].factor');
});

test.each([
  ['the stand-in, at the local address', STAND_IN, 'https://easel.example', 'http://127.0.0.1:3000'],
  ['others, at the public address', 'file', 'https://easel.example', 'https://easel.example'],
  ['others, nowhere without a public address', 'file', undefined, undefined],
  ['others, nowhere with a local one', 'file', 'http://localhost:3000', undefined],
  ['none', undefined, 'https://easel.example', undefined],
])('lets webhooks come of %s', (_, value, publicUrl, expected) => {
  const env = { OUR_KEY: 'k', OUR_SECRET: 's' };
  const providers = chosenProviders(value === 'file' ? write(mystic) : value, env);
  expect(reportedAt(providers, { publicUrl, port: 3000 })).toBe(expected);
});

test('lets webhooks of a provider on this machine come at the local address', () => {
  const local = { ...mystic, baseUrl: 'http://127.0.0.1:5000/mystic' };
  const env = { OUR_KEY: 'k', OUR_SECRET: 's' };
  const site = { publicUrl: undefined, port: 3000 };
  expect(reportedAt(chosenProviders(write(local), env), site)).toBe('http://127.0.0.1:3000');
  expect(reportedAt(chosenProviders(write(local, { ...mystic, name: 'far' }), env), site)).toBeUndefined();
});
