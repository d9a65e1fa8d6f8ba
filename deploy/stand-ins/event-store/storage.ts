import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { Database } from './database.ts';
import { ANY } from './event.ts';
import { PublishedLog } from './log.ts';
import { systemEvent } from './system-event.ts';
import { Writer } from './writer.ts';

export interface StorageOptions {
  postgresUrl: string;
  /** Created where it is missing; an empty one is an empty store. */
  schema: string;
  logger: Logger;
  /** Memory for the newest events, ready to be sent; half as much again for pages of older ones. */
  cacheBytes?: number;
  appendTimeoutMs?: number;
  /** Whether it is as awkward as EventStoreDB at its worst; see `WriterOptions`. */
  awkward?: boolean;
  duplicateTimeoutMs?: number;
  /** How long to wait at the start for PostgreSQL, or for another server to let go of the schema. */
  startTimeoutMs?: number;
}

const CACHE_BYTES = 64 * 1024 * 1024;
const APPEND_TIMEOUT_MS = 8_000;
const DUPLICATE_TIMEOUT_MS = 2_000;
const START_TIMEOUT_MS = 3_000;
const START_RETRY_MS = 100;

/** Reads and writes the events in a PostgreSQL schema, without the protocol that serves them. */
export class Storage {
  readonly log: PublishedLog;
  readonly writer: Writer;
  readonly #database: Database;
  readonly #startTimeoutMs: number;

  constructor(options: StorageOptions) {
    const { postgresUrl, schema, logger } = options;
    this.#database = new Database(postgresUrl, schema, logger);
    this.#startTimeoutMs = options.startTimeoutMs ?? START_TIMEOUT_MS;
    this.log = new PublishedLog(this.#database, options.cacheBytes ?? CACHE_BYTES);
    this.writer = new Writer(this.log, this.#database, {
      postgresUrl,
      schema,
      logger,
      appendTimeoutMs: options.appendTimeoutMs ?? APPEND_TIMEOUT_MS,
      awkward: options.awkward ?? false,
      duplicateTimeoutMs: options.duplicateTimeoutMs ?? DUPLICATE_TIMEOUT_MS,
    });
  }

  /** @throws SchemaTaken where another server holds the schema, or what keeps PostgreSQL from being used */
  async open(): Promise<void> {
    const deadlineMs = Date.now() + this.#startTimeoutMs;
    // PostgreSQL may still hold the lock of a predecessor that was killed a moment ago.
    for (;;) {
      try {
        await this.writer.open();
        break;
      } catch (error) {
        if (Date.now() >= deadlineMs) throw error;
        await sleep(START_RETRY_MS);
      }
    }
    if (this.log.head === 0) await this.#furnish();
  }

  /** Closes the connections that read; `writer.close()` comes first. */
  async close(): Promise<void> {
    await this.#database.close();
  }

  /** Writes the first event, because `$all` of EventStoreDB is never empty. */
  async #furnish(): Promise<void> {
    const user = { loginName: 'admin', fullName: 'Event Store Administrator', groups: ['$admins'], disabled: false };
    const created = systemEvent('$UserCreated', JSON.stringify(user));
    await this.writer.append({ stream: '$user-admin', expected: ANY, events: [created], deadlineMs: Infinity });
  }
}
