import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Product } from './product.ts';

const projections = fileURLToPath(new URL('../../../projections/dist/main.js', import.meta.url));

/** What a server process of a running product is told by its environment. */
function environmentOf(product: Product): NodeJS.ProcessEnv {
  const { databaseUrl, eventStoreUrl, natsUrl } = product.endpoints();
  const { masterKey } = JSON.parse(readFileSync(join(product.dataDir, 'secrets.json'), 'utf8')) as {
    masterKey: string;
  };
  return {
    ...process.env,
    ...product.mark,
    DATABASE_URL: databaseUrl,
    EVENT_STORE_URL: eventStoreUrl,
    ...(natsUrl !== undefined && { NATS_URL: natsUrl }),
    BLOB_DIR: join(product.dataDir, 'blobs'),
    MASTER_KEY: masterKey,
    LOG_LEVEL: 'warn',
    PORT: '0',
  };
}

const readModels = ['gallery', 'dashboard'];

/**
 * Replays the whole log into fresh tables beside the live ones and compares the two, row by row, at the same position.
 * Throws with what differs.
 */
export async function expectReplayAgrees(product: Product): Promise<void> {
  for (const name of readModels) {
    const child = spawn(process.execPath, [projections, '--rebuild', name], {
      env: environmentOf(product),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [told, complained, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    if (code !== 0) throw new Error(`The replay of ${name} differs, or did not run:\n${told}${complained}`);
  }
}

export interface SecondProjections {
  pid: number;
  address: string;
  stop(): Promise<number | null>;
}

/** A second process of the query side beside the product's own. */
export async function startSecondProjections(product: Product): Promise<SecondProjections> {
  const child = spawn(process.execPath, [projections], {
    env: environmentOf(product),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    if (!line.startsWith('{"ready":true')) continue;
    const { address } = JSON.parse(line) as { address: string };
    return {
      pid: child.pid!,
      address,
      stop: async () => {
        child.kill('SIGTERM');
        return (await exited)[0];
      },
    };
  }
  throw new Error('the second projections ended before they were ready');
}
