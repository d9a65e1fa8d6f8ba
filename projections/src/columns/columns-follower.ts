import type { Pool } from '@easel/kernel/database/database';
import { AdvisoryLocks } from '@easel/kernel/following/advisory-locks';
import { Following, type Turn } from '@easel/kernel/following/following';
import { EventLog } from '@easel/kernel/log/event-log';
import { BACKGROUND_POOL, BLOB_DIR, LOGGER } from '@easel/kernel/server/tokens';
import { type BeforeApplicationShutdown, Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import type { Log } from '../kernel/log.ts';

const BATCH = 2_000;
const LINGER_MS = 200;
/** After so long without a fact those that wait are written. */
const QUIET_MS = 500;

/** Where the columns lie: beside the pictures. */
export const columnsIn = (blobDir: string): string => `${blobDir}-columns`;

/** The database's library is large, and the site is to be up before it is loaded. */
async function begin(folder: string, log: EventLog): Promise<Turn> {
  const { ColumnsTurn } = await import('./columns-turn.ts');
  return ColumnsTurn.begin(folder, log);
}

/** Keeps the columns up with the log while the application runs, as the only one of all processes. */
@Injectable()
export class ColumnsFollower implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly stop = new AbortController();
  private following: Following | undefined;

  constructor(
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    @Inject(LOGGER) private readonly logger: Log,
    @Inject(BLOB_DIR) private readonly blobDir: string,
  ) {}

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

  async beforeApplicationShutdown(): Promise<void> {
    this.stop.abort();
    await this.following?.done;
  }
}
