import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { Client } from 'pg';
import { startPostgres } from '../../local/postgres.ts';
import { copyDatabase } from './database-copy.ts';
import type { Told } from './story.ts';

/** A DATA_DIR in little: its database as SQL, its files, and what was told of it when it was left. */
interface Golden {
  database: string;
  /** By their paths in DATA_DIR, in base64. */
  files: Record<string, string>;
  told: Told;
}

/** What an installation cannot do without; all else it makes anew. */
const KEPT = ['secrets.json', 'blobs'];

/** Of a DATA_DIR whose product does not run any more. */
export async function writeGolden(path: string, dataDir: string, told: Told): Promise<void> {
  const database = await onDatabase(dataDir, copyDatabase);
  const golden: Golden = { database, files: filesIn(dataDir), told };
  const text = Buffer.from(JSON.stringify(golden));
  const params = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length, [constants.BROTLI_PARAM_LGWIN]: 24 };
  writeFileSync(path, brotliCompressSync(text, { params }));
}

/** A DATA_DIR as it was left, in an empty folder; answers what was told of it. */
export async function layOut(path: string, dataDir: string): Promise<Told> {
  const { database, files, told } = JSON.parse(brotliDecompressSync(readFileSync(path)).toString()) as Golden;
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(dataDir, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, name), Buffer.from(content, 'base64'), { mode: 0o600 });
  }
  await onDatabase(dataDir, (client) => client.query(database));
  return told;
}

async function onDatabase<T>(dataDir: string, work: (client: Client) => Promise<T>): Promise<T> {
  const log = join(dataDir, 'logs/postgres.log');
  const postgres = await startPostgres({ dataDir: join(dataDir, 'postgres'), log });
  const client = new Client({ connectionString: postgres.url });
  client.on('error', () => undefined); // its end is the server's
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

function filesIn(dataDir: string): Golden['files'] {
  const found = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(dataDir.length + 1))
    .filter((name) => KEPT.includes(name.split('/')[0] ?? ''));
  return Object.fromEntries(found.map((name) => [name, readFileSync(join(dataDir, name)).toString('base64')]));
}
