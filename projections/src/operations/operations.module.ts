import { EventLog } from '@easel/kernel/log/event-log';
import { LiveHub } from '@easel/kernel/http/live-hub';
import { Sessions } from '@easel/kernel/identity/sessions';
import { POOL, LOGGER } from '@easel/kernel/server/tokens';
import type { Pool } from '@easel/kernel/database/database';
import { Module } from '@nestjs/common';
import type { Log } from '../kernel/log.ts';
import { Pauses } from '../kernel/pauses.ts';
import { Reads } from '../kernel/reads.ts';
import { AdminLiveController, admits } from './live.controller.ts';
import { LagSampler } from './lag-sampler.ts';
import { Lags } from './lags.queries.ts';
import { LiveHints } from './live-hints.ts';
import { OperationsController } from './operations.controller.ts';
import { ProjectionHealth } from './projection-health.ts';
import { projectionRecords } from './projection-records.queries.ts';
import { Rates } from './rates.ts';
import { RebuildLog } from './rebuild-log.ts';
import { RunWorker } from './run-worker.ts';
import { Runs } from './runs.queries.ts';

@Module({
  controllers: [OperationsController, AdminLiveController],
  providers: [
    ProjectionHealth,
    RebuildLog,
    RunWorker,
    LiveHints,
    { provide: Lags, inject: [POOL], useFactory: (pool: Pool) => new Lags(pool) },
    {
      provide: LagSampler,
      inject: [Reads, EventLog, Rates, Lags, LOGGER],
      useFactory: (reads: Reads, log: EventLog, rates: Rates, lags: Lags, logger: Log) =>
        new LagSampler(() => projectionRecords({ reads, log, rates }), lags, logger),
    },
    { provide: Runs, inject: [POOL], useFactory: (pool: Pool) => new Runs(pool) },
    {
      provide: Pauses,
      inject: [Runs, LOGGER],
      useFactory: (runs: Runs, logger: Log) => new Pauses(() => runs.paused(), logger),
    },
    {
      provide: Rates,
      inject: [Runs, LOGGER],
      useFactory: (runs: Runs, logger: Log) => new Rates(() => runs.considered(), logger),
    },
    {
      provide: LiveHub,
      inject: [Sessions, LOGGER],
      useFactory: (sessions: Sessions, logger: Log) => new LiveHub({ logger, admits: admits(sessions) }),
    },
  ],
  exports: [Pauses],
})
export class OperationsModule {}
