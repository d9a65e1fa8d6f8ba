import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadConfig } from '@easel/kernel/server/config';
import { z } from 'zod';
import { readEndpoints, type Endpoints } from './endpoints.ts';
import { eventStoreAddress, eventStoreName } from './given/event-store-address.ts';
import { databaseName } from './given/postgres-probe.ts';

/** What the tools beside a running installation can be told by the environment; what is not told DATA_DIR tells. */
export const toolConfig = z.object({
  DATABASE_URL: z.url().optional().meta({ secret: true, description: 'PostgreSQL; unset: as DATA_DIR tells' }),
  EVENT_STORE_URL: eventStoreAddress.optional().describe('EventStoreDB; unset: as DATA_DIR tells'),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '32 bytes in hex')
    .optional()
    .meta({ secret: true, description: 'of the installation; unset: as DATA_DIR tells' }),
  DATA_DIR: z.string().default('.data').describe('of the installation that runs on this machine'),
});

/** Where an installation's parts are. */
export interface Pieces {
  readonly databaseUrl: string;
  readonly eventStoreUrl: string;
  readonly masterKey: string;
}

const variables = {
  databaseUrl: 'DATABASE_URL',
  eventStoreUrl: 'EVENT_STORE_URL',
  masterKey: 'MASTER_KEY',
} as const satisfies Record<keyof Pieces, keyof z.output<typeof toolConfig>>;

const secretsFile = z.object({
  masterKey: z.string().optional(),
  macKeys: z.string().optional(),
  stripeSecretKey: z.string().optional(),
});

/** What DATA_DIR tells of the installation that runs on this machine. */
export interface LocalInstallation {
  /** Absolute. */
  readonly dataDir: string;
  /** Undefined where nothing runs. */
  readonly endpoints: Endpoints | undefined;
  readonly secrets: z.output<typeof secretsFile>;
}

export function readLocalInstallation(env: NodeJS.ProcessEnv): LocalInstallation {
  const dataDir = resolve(env['DATA_DIR'] || '.data');
  const path = join(dataDir, 'secrets.json');
  return {
    dataDir,
    endpoints: existsSync(join(dataDir, 'endpoints.json')) ? readEndpoints(dataDir) : undefined,
    secrets: existsSync(path) ? secretsFile.parse(JSON.parse(readFileSync(path, 'utf8'))) : {},
  };
}

/** The folder of an installation's blobs. Throws if there is no installation. */
export function localBlobs(env: NodeJS.ProcessEnv): string {
  const { dataDir } = readLocalInstallation(env);
  if (!existsSync(dataDir)) throw new Error(`There is no installation in ${dataDir}: set DATA_DIR to its folder`);
  return join(dataDir, 'blobs');
}

/**
 * The pieces that a tool needs, each from the environment, or else of the installation that runs on this machine; `say`
 * is told in one line which is from where. Throws where one is nowhere.
 */
export function readToolSettings<Piece extends keyof Pieces>(
  env: NodeJS.ProcessEnv,
  wanted: readonly Piece[],
  say: (line: string) => void,
): Pick<Pieces, Piece> {
  const own = wanted.map((piece) => [variables[piece], toolConfig.shape[variables[piece]]] as const);
  const given = loadConfig(z.object(Object.fromEntries(own)), env) as Partial<Record<string, string>>;
  const { dataDir, endpoints, secrets } = readLocalInstallation(env);
  const local: Partial<Pieces> = { ...endpoints, ...(secrets.masterKey && { masterKey: secrets.masterKey }) };
  const found: Partial<Pieces> = {};
  const sources: string[] = [];
  const here: string[] = [];
  const missing: string[] = [];
  for (const piece of wanted) {
    const variable = variables[piece];
    const value = given[variable] ?? local[piece];
    if (value === undefined) missing.push(variable);
    else {
      Object.assign(found, { [piece]: value });
      if (given[variable] === undefined) here.push(nameOf(piece, value));
      else sources.push(`${nameOf(piece, value)} from ${variable}`);
    }
  }
  if (missing.length > 0) throw new Error(`Nothing runs from ${dataDir}: start it, or set ${missing.join(' and ')}`);
  if (here.length > 0) sources.push(`${here.join(' and ')} from ${dataDir}`);
  say(sources.join(', '));
  return found as Pick<Pieces, Piece>;
}

function nameOf(piece: keyof Pieces, value: string): string {
  if (piece === 'masterKey') return 'the master key';
  return piece === 'databaseUrl' ? databaseName(value) : eventStoreName(value);
}
