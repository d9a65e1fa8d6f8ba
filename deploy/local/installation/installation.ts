import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { InstallationFact } from '@easel/contracts/installation/events';
import { installationStream } from '@easel/contracts/installation/stream';
import type { EventLog } from '@easel/kernel/log/event-log';
import { LogUnavailable, OutcomeUnknown, WrongRevision } from '@easel/kernel/log/event-log.errors';
import { faultPoint } from '@easel/kernel/server/fault-point';
import {
  isMigrated,
  keyDigestOf,
  readDatabaseOwner,
  refuseOtherKey,
  WrongMasterKey,
  type DatabaseOwner,
} from '@easel/kernel/database/installation';
import type { Pool } from '@easel/kernel/database/database';
import type { Sealer } from '@easel/kernel/identity/sealing';

const PATIENCE_MS = 20_000;
const PAUSE_MS = 250;

/** What belongs together. */
export interface Parts {
  readonly pool: Pool;
  readonly log: Pick<EventLog, 'append' | 'subscribe' | 'first'>;
  readonly sealer: Sealer;
  /** For people. */
  readonly names: { readonly database: string; readonly log: string };
}

/** What is known of either side before anything is written. */
export interface Found {
  /** Proposed until its log is known to say the same. */
  readonly database: DatabaseOwner | undefined;
  readonly log: string | undefined;
  readonly databaseHasData: boolean;
  readonly logHasData: boolean;
}

/** Log and database are not of one installation, so that nothing may be written to either. */
export class NotOneInstallation extends Error {
  override readonly name = 'NotOneInstallation';
}

/**
 * What is wrong with the two together, in one sentence; undefined where they agree or have yet to begin. An
 * installation from before there were ids has data on both sides and ids on neither.
 */
export function disagreement(found: Found, names: Parts['names']): string | undefined {
  const { database, log, databaseHasData, logHasData } = found;
  if (log !== undefined && database?.id === log) return undefined;
  if (log !== undefined && database?.confirmed) {
    return `${names.log} belongs to installation ${log}, and ${names.database} to ${database.id}: give each its own`;
  }
  if (log !== undefined) {
    return `${names.log} belongs to installation ${log}, and ${names.database} to none: give the database that began with this log, or another log`;
  }
  if (database?.confirmed) {
    return `${names.database} belongs to installation ${database.id}, and ${names.log} to none: give the log that began with this database, or another database`;
  }
  if (databaseHasData && !logHasData) {
    return `${names.database} holds an installation, and ${names.log} is empty: give the log that belongs to this database, or another database`;
  }
  if (logHasData && !databaseHasData) {
    return `${names.log} holds an installation, and ${names.database} is empty: give the database that belongs to this log, or another log`;
  }
  return undefined;
}

/**
 * Sees that log, database and master key are of one installation, and begins it where there is none yet. The database
 * is told first, as a proposal; then the log, once for ever; then the proposal is confirmed. A crash in between is
 * finished by the next start, which proposes the same. Throws NotOneInstallation and WrongMasterKey.
 */
export async function settleInstallation(parts: Parts): Promise<void> {
  const { pool, sealer, names } = parts;
  const found = await inTime(() => look(parts));
  refuseForeign(found, names);
  if (found.database?.confirmed) return;
  if ((await sealer.fits()) === false) throw new WrongMasterKey();
  const id = found.database?.id ?? (await propose(parts));
  faultPoint('installation.proposed');
  if (found.log === undefined) await inTime(() => begin(parts, id));
  faultPoint('installation.begun');
  await pool.query('UPDATE vault.installation SET confirmed_at = now() WHERE id = $1', [id]);
}

/**
 * Throws as `settleInstallation` does where their ids or the key differ; writes nothing, and asks no more than that.
 */
export async function requireOneInstallation({ pool, log, sealer, names }: Parts): Promise<void> {
  if (!(await isMigrated(pool))) return;
  const ids = { database: await readDatabaseOwner(pool, sealer), log: await idIn(log) };
  refuseForeign({ ...ids, databaseHasData: false, logHasData: false }, names);
}

/** A database of another installation has another key as well: that it is another one tells more. */
function refuseForeign(found: Found, names: Parts['names']): void {
  const wrong = disagreement(found, names);
  if (wrong !== undefined) throw new NotOneInstallation(wrong);
  if (found.database?.hasKey === false) throw new WrongMasterKey();
}

/** Looks again before it reports a disagreement: another start may be beginning between the reads of the first look. */
async function look(parts: Parts): Promise<Found> {
  const found = await lookOnce(parts);
  return disagreement(found, parts.names) === undefined ? found : lookOnce(parts);
}

async function lookOnce({ pool, log, sealer }: Parts): Promise<Found> {
  const database = await readDatabaseOwner(pool, sealer);
  const { rows: people } = await pool.query('SELECT 1 FROM vault.person_keys LIMIT 1');
  return {
    database,
    log: await idIn(log),
    // Whoever ran here made the first operator, whose name is sealed.
    databaseHasData: people.length > 0,
    logHasData: await hasFacts(log),
  };
}

async function idIn(log: Parts['log']): Promise<string | undefined> {
  return (await log.first<InstallationFact>(installationStream.name))?.data.installationId;
}

/** The one of the beginning does not count: another start may be beginning with the same two at this moment. */
async function hasFacts(log: Parts['log']): Promise<boolean> {
  const { signal } = new AbortController();
  for await (const item of log.subscribe({ categories: 'all', after: 'start', signal, stored: true })) {
    if (item.kind === 'fact' && item.fact.stream !== installationStream.name) return true;
    if (item.kind === 'caught-up') return false;
  }
  return false;
}

/** Of two starts at once both get the same. */
async function propose({ pool, sealer }: Parts): Promise<string> {
  const id = randomUUID();
  await pool.query('INSERT INTO vault.installation (id, key_digest) VALUES ($1, $2) ON CONFLICT (single) DO NOTHING', [
    id,
    keyDigestOf(sealer, id),
  ]);
  await refuseOtherKey(pool, sealer);
  return (await readDatabaseOwner(pool, sealer))?.id ?? id;
}

/** Under the id itself, so that whoever repeats it is answered as the first time. */
async function begin({ log, names }: Parts, installationId: string): Promise<void> {
  const fact: InstallationFact = { type: 'InstallationBegun', data: { installationId } };
  const metadata = {
    $correlationId: installationId,
    actor: { kind: 'system', id: 'npm start' },
    schemaVersion: 1,
  } as const;
  try {
    await log.append(installationStream.name, 'none', [{ id: installationId, fact, metadata }]);
  } catch (error) {
    if (!(error instanceof WrongRevision)) throw error;
    const other = await idIn(log);
    if (other === installationId) return;
    throw new NotOneInstallation(
      `${names.log} was begun by installation ${other} at this moment: give each a log of its own`,
    );
  }
}

/** Repeats what a store that is not up yet, or is choosing its leader, does not answer. */
async function inTime<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const mayCome = error instanceof LogUnavailable || error instanceof OutcomeUnknown;
      if (!mayCome || performance.now() > deadline) throw error;
      await sleep(PAUSE_MS);
    }
  }
}
