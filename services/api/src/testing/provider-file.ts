import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Providers that nobody calls: the file that PROVIDERS names, in a folder of its own. */
export function providerFile(...providers: object[]): { path: string; remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'easel-providers-'));
  const path = join(folder, 'providers.json');
  writeFileSync(path, JSON.stringify({ providers }));
  return { path, remove: () => rmSync(folder, { recursive: true }) };
}

/** An own server that takes two references and mask edits, and costs twice the ruled price. */
export const cellar = {
  name: 'cellar',
  label: 'The cellar',
  protocol: 'openai-images',
  server: 'sd-server',
  baseUrl: 'http://127.0.0.1:9/v1',
  model: 'sdxl',
  references: 2,
  factor: 2,
  cost: { picture: 0.01 },
};

/** It makes neither transparent pictures nor edits, and takes a structure and a style. */
export const mystic = {
  name: 'mystic',
  label: 'Mystic',
  protocol: 'mystic',
  baseUrl: 'http://127.0.0.1:9',
  keyFrom: 'MYSTIC_KEY',
  webhookSecretFrom: 'MYSTIC_HOOK',
};
