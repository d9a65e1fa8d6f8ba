import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

const endpoints = z.object({
  /** As PostgreSQL's superuser and the event store's admin: whoever reads the file may do anything. */
  databaseUrl: z.string(),
  eventStoreUrl: z.string(),
  natsUrl: z.string().optional(),
  /** Of the site. */
  address: z.string(),
  /** Of the stand-in Stripe, where one runs; its key is with the secrets. */
  stripeUrl: z.string().optional(),
  /** Of the stand-in print service, where one runs; its key is with the secrets. */
  printUrl: z.string().optional(),
  /** Of the stand-in providers, where they run; their key is with the secrets. */
  providersUrl: z.string().optional(),
});

/** Where the parts of a running installation are, for its owner's tools. */
export type Endpoints = z.infer<typeof endpoints>;

const pathIn = (dataDir: string): string => join(dataDir, 'endpoints.json');

/** In `endpoints.json` (mode 0600), there while the installation runs, and after a crash until the next start. */
export function writeEndpoints(dataDir: string, running: Endpoints): void {
  const aside = `${pathIn(dataDir)}.${randomBytes(6).toString('hex')}`;
  writeFileSync(aside, `${JSON.stringify(running, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(aside, pathIn(dataDir));
}

/** Throws where nothing has been started there. */
export function readEndpoints(dataDir: string): Endpoints {
  return endpoints.parse(JSON.parse(readFileSync(pathIn(dataDir), 'utf8')));
}

export function removeEndpoints(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}
