import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { paymentsConfig } from '@easel/api/payments/payments.config';
import { loadConfig } from '@easel/kernel/config';
import { z } from 'zod';
import { readEndpoints } from '../endpoints.ts';

const apart = z.object({
  DATABASE_URL: z.url().meta({ secret: true, description: 'PostgreSQL; with it, no installation is looked for' }),
  EVENT_STORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\//, 'an esdb:// address')
    .describe('EventStoreDB'),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '32 bytes in hex')
    .meta({ secret: true, description: 'signs the anchors' }),
});
const payments = paymentsConfig.pick({ STRIPE_SECRET_KEY: true, STRIPE_API_URL: true });

/** What the tool can be told by the environment. */
export const auditConfig = apart
  .partial()
  .extend({ DATA_DIR: z.string().default('.data').describe('of the installation that runs on this machine') })
  .extend(payments.shape);

export interface AuditSettings {
  databaseUrl: string;
  eventStoreUrl: string;
  masterKey: string;
  payments: z.output<typeof payments>;
}

/** The master key alone, where it is to be had: from the environment, or of the installation on this machine. */
export function findMasterKey(env: NodeJS.ProcessEnv): string | undefined {
  if (env['MASTER_KEY']) return loadConfig(apart.pick({ MASTER_KEY: true }), env).MASTER_KEY;
  const path = join(resolve(env['DATA_DIR'] ?? '.data'), 'secrets.json');
  return existsSync(path) ? keptSecrets.parse(JSON.parse(readFileSync(path, 'utf8'))).masterKey : undefined;
}

const keptSecrets = z.object({ masterKey: z.string(), stripeSecretKey: z.string().optional() });

/** Of the installation that runs on this machine, or of one apart where the environment names it. Throws where there is neither. */
export function readSettings(env: NodeJS.ProcessEnv): AuditSettings {
  const stripe = loadConfig(payments, env);
  if (env['DATABASE_URL']) {
    const { DATABASE_URL, EVENT_STORE_URL, MASTER_KEY } = loadConfig(apart, env);
    return { databaseUrl: DATABASE_URL, eventStoreUrl: EVENT_STORE_URL, masterKey: MASTER_KEY, payments: stripe };
  }
  const dataDir = resolve(env['DATA_DIR'] ?? '.data');
  if (!existsSync(join(dataDir, 'endpoints.json'))) {
    throw new Error(`Nothing runs from ${dataDir}: start it, or set DATABASE_URL, EVENT_STORE_URL and MASTER_KEY`);
  }
  const { databaseUrl, eventStoreUrl, stripeUrl } = readEndpoints(dataDir);
  const secrets = keptSecrets.parse(JSON.parse(readFileSync(join(dataDir, 'secrets.json'), 'utf8')));
  // Where the stand-in runs it is the card service, whatever key this shell has for another.
  const standIn = stripeUrl !== undefined && { STRIPE_SECRET_KEY: secrets.stripeSecretKey, STRIPE_API_URL: stripeUrl };
  return { databaseUrl, eventStoreUrl, masterKey: secrets.masterKey, payments: standIn || stripe };
}
