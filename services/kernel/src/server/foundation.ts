import { setTimeout } from 'node:timers/promises';
import type { FactCatalogue } from '@easel/contracts/kernel/event';
import { destination, type Logger } from 'pino';
import type { Pool, PoolClient } from 'pg';
import { z } from 'zod';
import { anchorTables } from '../proof/anchors.ts';
import { backoffMs } from './backoff.ts';
import { DiskBlobStore } from '../files/blob-store-disk.ts';
import type { BlobStore } from '../files/blob-store.ts';
import { busAddress } from '../bus/bus-address.ts';
import { openBus, type Bus } from '../bus/bus.ts';
import { heartbeatTables } from '../database/heartbeats.ts';
import { createPool, isUnavailable, migrate, REQUEST_PATIENCE_MS } from '../database/database.ts';
import { DeciderRunner } from '../deciding/decider-runner.ts';
import { DerivedFiles } from '../files/derived-files.ts';
import { derivedTables, PostgresDerivedRows } from '../files/derived-rows-postgres.ts';
import { EventLog } from '../log/event-log.ts';
import type { LogStore } from '../log/log-store.ts';
import { idempotencyTables, PostgresClaimedKeys } from '../deciding/idempotency-postgres.ts';
import { IdempotencyKeys } from '../deciding/idempotency.ts';
import { installationTables, refuseOtherKey } from '../database/installation.ts';
import { Listener } from '../database/listener.ts';
import { createLogger } from './logger.ts';
import { MacKeys, macKeys } from '../proof/mac-keys.ts';
import { outboxTables, PostgresOutbox } from '../log/outbox-postgres.ts';
import { Outbox } from '../log/outbox.ts';
import { PostgresPersonKeys, sealingTables } from '../identity/person-keys-postgres.ts';
import type { ProcessBook } from '../following/process-book.ts';
import { PostgresBook, processTables, subscriptionTables } from '../following/process-book-postgres.ts';
import { Sealer } from '../identity/sealing.ts';
import { Sessions, sessionTables } from '../identity/sessions.ts';
import { PostgresSnapshots, snapshotTables } from '../deciding/snapshots-postgres.ts';
import { SnapshotStore } from '../deciding/snapshots.ts';

/** The environment every server process reads; a process adds its own. */
export const foundationConfig = z.object({
  DATABASE_URL: z.url().meta({ secret: true, description: 'PostgreSQL' }),
  EVENT_STORE_URL: z
    .string()
    .regex(/^esdb(\+discover)?:\/\//, 'an esdb:// address')
    .describe('EventStoreDB'),
  NATS_URL: busAddress.optional().describe('NATS; unset: PostgreSQL carries messages'),
  BLOB_DIR: z.string().min(1).describe('folder of the image files'),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/, '32 bytes in hex')
    .meta({ secret: true, description: 'wraps the keys that seal personal data' }),
  MAC_KEYS: macKeys
    .optional()
    .meta({ secret: true, description: 'of the command side alone, which cannot do without' }),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'])
    .default('info')
    .describe('of the JSON log'),
  LOG_FILE: z.string().optional().describe('the log’s file; unset: standard output'),
});
export type FoundationConfig = z.output<typeof foundationConfig>;

/** What every server process stands on. */
export interface Foundation {
  readonly config: FoundationConfig;
  readonly logger: Logger;
  /** For requests. */
  readonly pool: Pool;
  /** For whatever follows the log. */
  readonly backgroundPool: Pool;
  /** On the background's pool. */
  readonly book: ProcessBook<PoolClient>;
  readonly sealer: Sealer;
  readonly log: EventLog;
  readonly runner: DeciderRunner;
  readonly outbox: Outbox;
  readonly sessions: Sessions;
  readonly idempotencyKeys: IdempotencyKeys;
  readonly bus: Bus;
  /** Of this process, to what the database notifies of; connected once somebody listens. */
  readonly listener: Listener;
  readonly blobs: BlobStore;
  /** Where they lie; folders of other files lie beside it. */
  readonly blobDir: string;
  readonly derivedFiles: DerivedFiles;
  close(): Promise<void>;
}

/** What stands in the log. */
export interface LogContents {
  catalogue: FactCatalogue;
  /** Categories whose streams are hash chains. */
  chained: readonly string[];
}

/** What the processes of this product are called at the database. */
const applicationName = (process: string): string => `easel ${process}`;

const POOL_SIZE = 8;
/** Apart from the requests', so that a replay never makes one of them wait for a connection. */
const BACKGROUND_POOL_SIZE = 6;

/** Each counts its own steps. */
const kernelTables = {
  sealing: sealingTables,
  sessions: sessionTables,
  idempotency: idempotencyTables,
  outbox: outboxTables,
  snapshots: snapshotTables,
  subscriptions: subscriptionTables,
  processes: processTables,
  anchors: anchorTables,
  'derived files': derivedTables,
  installation: installationTables,
  heartbeats: heartbeatTables,
};

/** Brings the kernel's own tables to their newest shape. */
export const migrateKernel = (pool: Pool): Promise<void> => migrate(pool, kernelTables);

/**
 * Connects, waiting for a database that is not up yet, and brings the kernel's own tables to their newest shape. Throws
 * WrongMasterKey where the database began with another key. `store` replaces EventStoreDB at its address.
 */
export async function openFoundation(
  name: string,
  config: FoundationConfig,
  { catalogue, chained }: LogContents,
  store: string | LogStore = config.EVENT_STORE_URL,
): Promise<Foundation> {
  const logger = createLogger({
    name,
    level: config.LOG_LEVEL,
    ...(config.LOG_FILE === undefined ? {} : { destination: logFile(config.LOG_FILE) }),
  });
  const pool = createPool(config.DATABASE_URL, {
    max: POOL_SIZE,
    name: applicationName(name),
    logger,
    statementTimeoutMs: REQUEST_PATIENCE_MS,
  });
  const sealer = new Sealer(new PostgresPersonKeys(pool), config.MASTER_KEY);
  await whenReachable(async () => {
    await migrateKernel(pool);
    await refuseOtherKey(pool, sealer);
  }, logger);
  const backgroundPool = createPool(config.DATABASE_URL, {
    max: BACKGROUND_POOL_SIZE,
    name: applicationName(`${name} background`),
    logger,
  });
  const log = new EventLog(store, catalogue, sealer);
  const macs = config.MAC_KEYS === undefined ? undefined : new MacKeys(config.MAC_KEYS);
  const snapshots = new SnapshotStore(new PostgresSnapshots(pool), (error) =>
    logger.warn({ err: error }, 'a snapshot was not kept'),
  );
  const bus = await openBus({ natsUrl: config.NATS_URL, databaseUrl: config.DATABASE_URL, logger });
  const listener = new Listener(config.DATABASE_URL, { name: `${name} listener`, logger });
  const blobs = new DiskBlobStore(config.BLOB_DIR);
  const derivedFiles = new DerivedFiles({ rows: new PostgresDerivedRows(pool), blobs, bus, logger });
  return {
    config,
    logger,
    pool,
    backgroundPool,
    book: new PostgresBook(backgroundPool),
    sealer,
    log,
    runner: new DeciderRunner({ log, snapshots, logger, chained, macs }),
    outbox: new Outbox(new PostgresOutbox(pool), log, logger),
    sessions: new Sessions(pool, backgroundPool),
    idempotencyKeys: new IdempotencyKeys(new PostgresClaimedKeys(pool, backgroundPool), sealer),
    bus,
    listener,
    blobs,
    blobDir: config.BLOB_DIR,
    derivedFiles,
    async close() {
      await derivedFiles.close();
      await bus.close();
      await listener.close();
      await log.close();
      await Promise.all([pool.end(), backgroundPool.end()]);
      logger.flush();
    },
  };
}

/** A line that cannot be written, on a full disk say, is no reason to end: what follows is written when it can be. */
function logFile(path: string): ReturnType<typeof destination> {
  const file = destination({ dest: path, mkdir: true, sync: false });
  file.on('error', () => undefined);
  return file;
}

/** Repeats what a dependency that is not up yet refuses; any other error is thrown. */
async function whenReachable<T>(work: () => Promise<T>, logger: Logger): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      logger.warn({ err: error }, 'waiting for the database');
      await setTimeout(backoffMs(attempt, 100, 3_000));
    }
  }
}
