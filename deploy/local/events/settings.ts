import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { loadConfig } from '@easel/kernel/config';
import { z } from 'zod';
import { readEndpoints } from '../endpoints.ts';

const apart = z.object({
  EVENT_STORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\//, 'an esdb:// address')
    .describe('EventStoreDB; with it, no installation is looked for'),
});

/** What the tool can be told by the environment. */
export const eventsConfig = apart
  .partial()
  .extend({ DATA_DIR: z.string().default('.data').describe('of the installation that runs on this machine') });

/** Of the installation that runs on this machine, or of one apart. Throws where there is neither. */
export function eventStoreUrlOf(env: NodeJS.ProcessEnv): string {
  if (env['EVENT_STORE_URL']) return loadConfig(apart, env).EVENT_STORE_URL;
  const dataDir = resolve(env['DATA_DIR'] ?? '.data');
  if (!existsSync(join(dataDir, 'endpoints.json'))) {
    throw new Error(`Nothing runs from ${dataDir}: start it, or set EVENT_STORE_URL`);
  }
  return readEndpoints(dataDir).eventStoreUrl;
}
