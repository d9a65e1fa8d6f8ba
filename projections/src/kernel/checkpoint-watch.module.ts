import { Listener } from '@easel/kernel/listener';
import { LOGGER, POOL } from '@easel/kernel/tokens';
import { Global, Inject, Module, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import type { Pool } from 'pg';
import { CheckpointWatch } from './checkpoint-watch.ts';
import type { Log } from './log.ts';

const LISTENER = Symbol('listener of checkpoints');

/** Offers the watch over the checkpoints to every module that answers queries. */
@Global()
@Module({
  providers: [
    {
      provide: LISTENER,
      inject: [POOL, LOGGER],
      useFactory: (pool: Pool, logger: Log) => {
        const { connectionString } = pool.options;
        if (!connectionString) throw new TypeError('the pool has no connection string to listen by');
        return new Listener(connectionString, { name: 'checkpoint watch', logger });
      },
    },
    {
      provide: CheckpointWatch,
      inject: [POOL, LISTENER, LOGGER],
      useFactory: (pool: Pool, listener: Listener, logger: Log) => new CheckpointWatch(pool, listener, logger),
    },
  ],
  exports: [CheckpointWatch],
})
export class CheckpointWatchModule implements OnModuleInit, OnApplicationShutdown {
  constructor(
    @Inject(CheckpointWatch) private readonly checkpoints: CheckpointWatch,
    @Inject(LISTENER) private readonly listener: Listener,
  ) {}

  async onModuleInit(): Promise<void> {
    await this.checkpoints.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener.close();
  }
}
