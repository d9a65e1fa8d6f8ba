import type { Pool } from '@easel/kernel/database/database';
import { AdvisoryLocks } from '@easel/kernel/following/advisory-locks';
import { Following, type Turn } from '@easel/kernel/following/following';
import { EventLog } from '@easel/kernel/log/event-log';
import { Lifecycle, NotReady } from '@easel/kernel/server/lifecycle';
import { BACKGROUND_POOL, BLOB_DIR, LOGGER } from '@easel/kernel/server/tokens';
import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import type { Log } from '../kernel/log.ts';

const BATCH = 2_000;
const LINGER_MS = 200;
/** After so long without a fact those that wait are written. */
const QUIET_MS = 500;
/** A batch takes seconds at most. */
const HANGS_MS = 60_000;

/** Where the columns lie: beside the pictures. */
export const columnsIn = (blobDir: string): string => `${blobDir}-columns`;

/** The database's library is large, and the site is to be up before it is loaded. */
async function begin(folder: string, log: EventLog): Promise<Turn> {
  const { ColumnsTurn } = await import('./columns-turn.ts');
  return ColumnsTurn.begin(folder, log);
}

/** Keeps the columns up with the log while the application runs, as the only one of all processes. */
@Injectable()
export class ColumnsFollower implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private following: Following | undefined;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    @Inject(LOGGER) private readonly logger: Log,
    @Inject(BLOB_DIR) private readonly blobDir: string,
    @Inject(Lifecycle) private readonly lifecycle: Lifecycle,
  ) {}

  onModuleInit(): void {
    this.lifecycle.addCheck('columns', () => this.check());
  }

  onApplicationBootstrap(): void {
    const { log, pool, logger, stop } = this;
    this.following = new Following({
      name: 'columns',
      log,
      categories: 'all',
      stored: true,
      signal: stop.signal,
      logger,
      size: BATCH,
      lingerMs: LINGER_MS,
      quietMs: QUIET_MS,
      hold: (signal) => AdvisoryLocks.of(pool).hold('columns', signal),
      begin: () => begin(columnsIn(this.blobDir), log),
    });
  }

  /** Checks only where this process writes the columns; another process reports its own. */
  private async check(): Promise<void> {
    const { following } = this;
    const handlingMs = performance.now() - (following?.handlingSince ?? Infinity);
    if (following?.state.phase === 'waiting') {
      throw new NotReady('The columnar copy of the log stopped at an error and starts over: SQL reads older events');
    }
    if (handlingMs > HANGS_MS) {
      throw new NotReady(
        `The columnar copy of the log hangs since ${Math.round(handlingMs / 1000)} s: SQL reads older events`,
      );
    }
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.following?.done;
  }
}
