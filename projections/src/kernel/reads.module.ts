import { availableParallelism } from 'node:os';
import { Listener } from '@easel/kernel/database/listener';
import { LOGGER, POOL } from '@easel/kernel/server/tokens';
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { CheckpointWatch } from './checkpoint-watch.ts';
import { ExportRecords } from './export-records.ts';
import type { Log } from './log.ts';
import { Reads } from './reads.ts';

const LINES = { fewest: 2, most: 8 };
const ALONE = 2;

/**
 * What every module that answers queries stands on: connections to read by, the watch over the checkpoints, what
 * exports leave.
 */
@Global()
@Module({
  providers: [
    {
      provide: Reads,
      inject: [POOL, LOGGER],
      useFactory: (pool: Pool, logger: Log) =>
        new Reads(urlOf(pool), {
          // As near as can be told from here to the cores of the database's server.
          lines: Math.min(LINES.most, Math.max(LINES.fewest, availableParallelism())),
          alone: ALONE,
          name: 'reads',
          logger,
        }),
    },
    ExportRecords,
    {
      provide: CheckpointWatch,
      inject: [Reads, Listener, LOGGER],
      useFactory: (reads: Reads, listener: Listener, logger: Log) => new CheckpointWatch(reads, listener, logger),
    },
  ],
  exports: [Reads, CheckpointWatch, ExportRecords],
})
export class ReadsModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(CheckpointWatch) private readonly checkpoints: CheckpointWatch,
    @Inject(Reads) private readonly reads: Reads,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.checkpoints.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.reads.close();
  }
}

function urlOf({ options: { connectionString } }: Pool): string {
  if (!connectionString) throw new TypeError('the pool has no connection string');
  return connectionString;
}
