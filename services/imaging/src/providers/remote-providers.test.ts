import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ScriptedProvider } from '../testing/remote-world.ts';
import { configuredProviders, type ProviderFactories } from './remote-providers.ts';

const folder = mkdtempSync(join(tmpdir(), 'easel-providers-'));
afterAll(() => rmSync(folder, { recursive: true }));

const flux = (over: object = {}) => ({
  name: 'flux',
  label: 'FLUX',
  protocol: 'flux',
  baseUrl: 'https://api.bfl.example',
  model: 'flux-2-pro',
  ...over,
});
function fileOf(...providers: object[]): string {
  const path = join(folder, 'providers.json');
  writeFileSync(path, JSON.stringify({ providers }));
  return path;
}
const keys: (string | undefined)[] = [];
const factories: ProviderFactories = {
  flux: (_settings, { key }) => {
    keys.push(key);
    return new ScriptedProvider({});
  },
};

test('returns none without a file', () => {
  expect(configuredProviders(undefined, factories, {}).size).toBe(0);
});

test('reads each provider’s key from the environment', () => {
  const path = fileOf(flux({ keyFrom: 'BFL_KEY' }), flux({ name: 'own' }));
  const providers = configuredProviders(path, factories, { BFL_KEY: 'sesame' });
  expect([...providers.keys()]).toEqual(['flux', 'own']);
  expect(providers.get('flux')?.settings).toMatchObject({ concurrent: 24, timeoutSeconds: 180 });
  expect(keys).toEqual(['sesame', undefined]);
});

test('lists missing keys and unsupported protocols, in one sentence each', () => {
  const mystic = { name: 'mystic', label: 'Mystic', protocol: 'mystic', baseUrl: 'https://api.freepik.example' };
  const path = fileOf(flux({ keyFrom: 'BFL_KEY' }), { ...mystic, keyFrom: 'FREEPIK_KEY' });
  const read = () => configuredProviders(path, factories, { BFL_KEY: '' });
  expect(read).toThrow('BFL_KEY is not set: it must hold the key of the provider flux\n');
  expect(read).toThrow('FREEPIK_KEY is not set: it must hold the key of the provider mystic');
  expect(read).toThrow('mystic uses the protocol mystic, which this version does not support');
});
