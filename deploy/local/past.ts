import { constants, existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { FIRST_OPERATOR, type Config } from './config.ts';

/** A folder that has it was lived by the product before its first start, and is whole. */
export const PAST_MARK = 'past.json';

/** Begun, and whole: what stands in the second is only to be moved. */
const COPIED = 'past.new';
const WHOLE = 'past.whole';

/** Whether a past was laid into this data folder. */
export const hasPast = (dataDir: string): boolean => existsSync(join(dataDir, PAST_MARK));

/** What a past was lived with is its own: keys, servers and an operator that are given have none. */
export const takesPast = (config: Config): boolean =>
  config.seedDemo &&
  !config.usesStripe &&
  !config.usesPrintService &&
  config.adminEmail === FIRST_OPERATOR &&
  [config.eventStoreUrl, config.databaseUrl, config.masterKey, config.macKeys, config.cookieKey].every(
    (given) => given === undefined,
  );

/** Whether this start takes the past: it begins an empty data folder, or finishes one whose laying was cut off. */
export const beginsWithPast = (config: Config): boolean => takesPast(config) && !hasBegun(config.dataDir);

/**
 * Fills a data folder in which nothing has begun with a past, where there is one to be had. Cut off at any instant, the
 * next call makes it whole or begins anew; where something has begun without one, nothing is done.
 */
export async function layPast(past: string | undefined, dataDir: string): Promise<void> {
  const [copied, whole] = [join(dataDir, COPIED), join(dataDir, WHOLE)];
  rmSync(copied, { recursive: true, force: true });
  if (!existsSync(whole)) {
    if (past === undefined || !hasPast(past) || hasBegun(dataDir)) return;
    await cp(past, copied, { recursive: true, mode: constants.COPYFILE_FICLONE, preserveTimestamps: true });
    renameSync(copied, whole);
  }
  for (const name of readdirSync(whole)) renameSync(join(whole, name), join(dataDir, name));
  rmSync(whole, { recursive: true });
}

const hasBegun = (dataDir: string): boolean =>
  ['secrets.json', 'postgres', 'blobs'].some((name) => existsSync(join(dataDir, name)));
