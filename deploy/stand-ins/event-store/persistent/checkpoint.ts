import type { Logger } from 'pino';
import type { Database } from '../database.ts';
import type { GroupConfig } from './settings.ts';

const SHORTEST_MS = 10;

/** Writes down how far a group got: after a time where enough was settled, or when very much was. */
export class Checkpoint {
  #config: GroupConfig;
  #database: Pick<Database, 'saveCheckpoint'>;
  #next: () => number;
  #logger: Logger;
  #saved: number;
  /** Events that need nothing more since the last save. */
  #settled = 0;
  #saving: Promise<void> | undefined;
  #timer: NodeJS.Timeout;

  /** @param next the first place that is not known to be settled */
  constructor(
    config: GroupConfig,
    saved: number,
    database: Pick<Database, 'saveCheckpoint'>,
    next: () => number,
    logger: Logger,
  ) {
    this.#config = config;
    this.#saved = saved;
    this.#database = database;
    this.#next = next;
    this.#logger = logger;
    const { checkpointAfterMs, minCheckpointCount } = config.settings;
    const inTime = () => {
      if (this.#settled >= minCheckpointCount) this.#save();
    };
    this.#timer = setInterval(inTime, Math.max(checkpointAfterMs, SHORTEST_MS)).unref();
  }

  /** The first place that is not known to be settled. */
  get next(): number {
    return this.#next();
  }

  /** The first place that a restart would begin at. */
  get saved(): number {
    return this.#saved;
  }

  /** To be called for each message that is settled, and for events that are none. */
  count(events = 1): void {
    this.#settled += events;
    if (this.#settled >= this.#config.settings.maxCheckpointCount) this.#save();
  }

  /** Saves nothing more. */
  async abandon(): Promise<void> {
    clearInterval(this.#timer);
    await this.#saving;
  }

  /** Saves what there is, however little. */
  async close(): Promise<void> {
    await this.abandon();
    this.#save();
    await this.#saving;
  }

  #save(): void {
    const { next } = this;
    if (this.#saving || next <= this.#saved) return;
    const settled = this.#settled;
    this.#saving = this.#database
      .saveCheckpoint(this.#config.id, next)
      .then(
        () => {
          this.#saved = next;
          this.#settled -= settled;
        },
        (error: unknown) => this.#logger.warn({ err: error }, 'a checkpoint was not saved'),
      )
      .finally(() => {
        this.#saving = undefined;
      });
  }
}
