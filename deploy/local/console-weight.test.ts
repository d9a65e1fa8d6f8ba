import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import zopfli from '@gfx/zopfli';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';

/** Bytes, as they are served to whoever takes gzip: of a list that is opened directly. Charts come by themselves. */
const SCRIPT_BYTES = 355_000;
const LISTS = [
  'message-list',
  'conversation-list',
  'order-list',
  'payout-list',
  'curator-list',
  'competition-list',
  'ledger-list',
  'audit-list',
  'event-list',
  'projection-list',
  'operator-list',
];

const folder = fileURLToPath(new URL('../../admin/dist/assets/', import.meta.url));
const built = readdirSync(folder);

test.each(LISTS)('keeps the scripts of a directly opened list within 355 kB: %s', async (list) => {
  const scripts = withImports([theOne('index'), theOne(list)]);
  const sizes = await Promise.all([...scripts].map(packedSize));
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  // Less than React alone would mean that something else was counted.
  expect(bytes).toBeGreaterThan(SCRIPT_BYTES / 2);
  expect(bytes).toBeLessThanOrEqual(SCRIPT_BYTES);
});

function theOne(name: string): string {
  const found = built.filter((file) => file.endsWith('.js') && file.slice(0, -'-12345678.js'.length) === name);
  if (found.length !== 1) throw new Error(`${found.length} scripts are called ${name}`);
  return found[0]!;
}

/** These, and whatever has to be there before they run. */
function withImports(names: readonly string[]): Set<string> {
  const all = new Set(names);
  for (const name of all) {
    const { module } = parseSync(name, readFileSync(join(folder, name), 'utf8'));
    const exported = module.staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest));
    for (const request of [...module.staticImports.map(({ moduleRequest }) => moduleRequest), ...exported]) {
      if (request) all.add(request.value.slice('./'.length));
    }
  }
  return all;
}

const packed = new Map<string, Promise<number>>();

/** Compresses as `npm run build` does. */
function packedSize(name: string): Promise<number> {
  const size = packed.get(name) ?? zopfli.gzipAsync(readFileSync(join(folder, name)), {}).then(({ length }) => length);
  packed.set(name, size);
  return size;
}
