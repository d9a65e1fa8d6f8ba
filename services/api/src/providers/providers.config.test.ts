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

test('returns only the built-in renderer without a file', () => {
  expect(configuredProviders({ PROVIDERS: undefined }, {})).toEqual([{ sheet: builtInSheet }]);
});

test('reads each provider’s capabilities from the file, and its secret from the environment', () => {
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

test('does not require the providers’ keys, which only the workers need', () => {
  const [, one] = configuredProviders(written({ ...mystic, webhookSecretFrom: undefined }), {});
  expect(one?.sheet.name).toBe('mystic');
});

test.each([{}, { MYSTIC_HOOK: '' }])('refuses to start without a webhook secret: %j', (environment) => {
  const start = () => configuredProviders(written(mystic), environment);
  expect(start).toThrow(ConfigError);
  expect(start).toThrow('MYSTIC_HOOK is not set: it must hold the webhook secret of the provider mystic');
});

test('refuses a missing file and an invalid one', () => {
  expect(() => configuredProviders({ PROVIDERS: join(folder, 'none.json') }, {})).toThrow('cannot be read');
  expect(() => configuredProviders(written({ ...mystic, name: 'procedural' }), {})).toThrow('providers[0].name in');
});
