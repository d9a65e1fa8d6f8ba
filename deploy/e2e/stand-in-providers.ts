import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readEndpoints } from '../local/endpoints.ts';
import { ControlClient } from '../stand-ins/providers/control-client.ts';
import type { Product } from './product.ts';

/** Control of the providers that a product started for itself. */
export function standInControl({ dataDir }: Product): ControlClient {
  assert.ok(dataDir, 'the folder of the product has the key of its providers');
  const { providersUrl } = readEndpoints(dataDir);
  assert.ok(providersUrl, 'the product runs without the stand-in providers: use({ providers: "stand-in" })');
  const { providersKey } = JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')) as { providersKey: string };
  return new ControlClient(providersUrl, providersKey);
}
