import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtInSheet } from '@easel/contracts/providers/built-in';
import { ConfigError } from '@easel/kernel/server/config';
import { afterAll, expect, test } from 'vitest';
import { configuredProviders } from './providers.config.ts';

const folder = mkdtempSync(join(tmpdir(), 'easel-providers-'));
afterAll(() => rmSync(folder, { recursive: true }));
const PROVIDERS = join(folder, 'providers.json');
const written = (...providers: object[]) => {
  writeFileSync(PROVIDERS, JSON.stringify({ providers }));
  return { PROVIDERS };
};
const mystic = {
  name: 'mystic',
  label: 'Mystic',
  protocol: 'mystic',
  baseUrl: 'https://api.freepik.com',
  keyFrom: 'MYSTIC_KEY',
  webhookSecretFrom: 'MYSTIC_HOOK',
};

test('has the built-in renderer alone without a file', () => {
  expect(configuredProviders({ PROVIDERS: undefined }, {})).toEqual([{ sheet: builtInSheet }]);
});

test('reads what each provider of the file can do, and its secret from the environment', () => {
  const cellar = {
    name: 'cellar',
    label: 'The cellar',
    protocol: 'openai-images',
    baseUrl: 'http://10.0.0.9',
    model: 'x',
  };
  const [builtIn, first, second] = configuredProviders(written(mystic, cellar), { MYSTIC_HOOK: 'a secret' });
  expect(builtIn?.sheet).toBe(builtInSheet);
  expect(first).toMatchObject({ sheet: { name: 'mystic', references: 2 }, webhookSecret: 'a secret' });
  expect(second).toMatchObject({ sheet: { name: 'cellar', factor: 1 }, settings: { protocol: 'openai-images' } });
  expect(second?.webhookSecret).toBeUndefined();
});

test('does not ask for the key of a provider, which the workers alone need', () => {
  const [, one] = configuredProviders(written({ ...mystic, webhookSecretFrom: undefined }), {});
  expect(one?.sheet.name).toBe('mystic');
});

test.each([{}, { MYSTIC_HOOK: '' }])('refuses to start where a webhook’s secret is not set: %j', (environment) => {
  const start = () => configuredProviders(written(mystic), environment);
  expect(start).toThrow(ConfigError);
  expect(start).toThrow('MYSTIC_HOOK is missing: the provider mystic signs its webhooks with it');
});

test('refuses a file that is not there, and one with a fault', () => {
  expect(() => configuredProviders({ PROVIDERS: join(folder, 'none.json') }, {})).toThrow('cannot be read');
  expect(() => configuredProviders(written({ ...mystic, name: 'procedural' }), {})).toThrow('providers[0].name in');
});
