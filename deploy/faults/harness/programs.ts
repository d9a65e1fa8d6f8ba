import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Product } from './product.ts';

const servers = {
  projections: fileURLToPath(new URL('../../../projections/dist/main.js', import.meta.url)),
  api: fileURLToPath(new URL('../../../services/api/dist/main.js', import.meta.url)),
};

/** This module runs from its sources in tests, and built, a folder deeper, in benchmarks. */
const auditTool = fileURLToPath(
  new URL(
    import.meta.url.endsWith('.ts') ? '../../dist/tools/audit/main.js' : '../../tools/audit/main.js',
    import.meta.url,
  ),
);

/** What a server process of a running product is told by its environment. */
function environmentOf(product: Product): NodeJS.ProcessEnv {
  const { databaseUrl, eventStoreUrl, natsUrl } = product.endpoints();
  return {
    ...process.env,
    ...product.mark,
    DATABASE_URL: databaseUrl,
    EVENT_STORE_URL: eventStoreUrl,
    ...(natsUrl !== undefined && { NATS_URL: natsUrl }),
    BLOB_DIR: join(product.dataDir, 'blobs'),
    MASTER_KEY: product.secret('masterKey'),
    LOG_LEVEL: 'warn',
    PORT: '0',
  };
}

/** What the audit tool says of all books, and with which code it ends. */
export function verifyBooks(product: Product): Promise<{ code: number; said: string }> {
  const env = { ...process.env, ...product.mark, DATA_DIR: product.dataDir };
  return new Promise((done) => {
    execFile(process.execPath, [auditTool, 'verify'], { env }, (error, said) => {
      done({ code: error ? Number(error.code) : 0, said });
    });
  });
}

const readModels = ['gallery', 'dashboard', 'ledger', 'purchases', 'overview'];

/**
 * Replays the whole log into fresh tables beside the live ones and compares the two, row by row, at the same position.
 * Throws with what differs.
 */
export async function expectReplayAgrees(product: Product): Promise<void> {
  for (const name of readModels) {
    const child = spawn(process.execPath, [servers.projections, '--rebuild', name], {
      env: environmentOf(product),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, complained, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    if (code !== 0) throw new Error(`The replay of ${name} differs, or did not run:\n${output}${complained}`);
  }
}

export interface SecondServer {
  pid: number;
  address: string;
  stop(): Promise<number | null>;
}

/** A second process of the query side beside the product's own. */
export const startSecondProjections = (product: Product): Promise<SecondServer> => startSecond(product, 'projections');

/**
 * A second process of the command side beside the product's own, by the database's own address or another that leads to
 * it.
 */
export const startSecondApi = (product: Product, databaseUrl?: string): Promise<SecondServer> =>
  startSecond(product, 'api', {
    ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    RATE_LIMIT_SCALE: '1000',
    MAC_KEYS: product.secret('macKeys'),
    PRINT_URL: `${product.endpoints().printUrl}/v4.0`,
    PRINT_KEY: product.secret('prodigiKey'),
    STRIPE_API_URL: product.endpoints().stripeUrl,
    STRIPE_SECRET_KEY: product.secret('stripeSecretKey'),
    STRIPE_WEBHOOK_SECRET: product.secret('stripeWebhookSecret'),
  });

async function startSecond(
  product: Product,
  server: keyof typeof servers,
  env: NodeJS.ProcessEnv = {},
): Promise<SecondServer> {
  const child = spawn(process.execPath, [servers[server]], {
    env: { ...environmentOf(product), ...env },
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
  throw new Error(`the second ${server} ended before it was ready`);
}
