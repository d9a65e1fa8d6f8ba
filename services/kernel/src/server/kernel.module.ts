import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { AuthGuard } from '../http/auth.guard.ts';
import { BlobStore } from '../files/blob-store.ts';
import { Deciders, DecideHandler } from '../deciding/decide.ts';
import { ErasePersonHandler } from '../identity/erase-person.ts';
import { DeciderRunner } from '../deciding/decider-runner.ts';
import { DerivedFiles } from '../files/derived-files.ts';
import { EventLog } from '../log/event-log.ts';
import type { Foundation } from './foundation.ts';
import { HealthController, METRICS_TOKEN } from '../http/health.controller.ts';
import { FileBodyGuard } from '../http/file-body.guard.ts';
import { IdempotencyGuard } from '../http/idempotency.guard.ts';
import { IdempotencyKeys } from '../deciding/idempotency.ts';
import { Lifecycle } from './lifecycle.ts';
import { Listener } from '../database/listener.ts';
import { Metrics } from './metrics.ts';
import { Outbox } from '../log/outbox.ts';
import { ProblemFilter } from '../http/problem.filter.ts';
import { ProcessManagers } from '../following/process-managers.ts';
import { PUBLIC_URL, PublicAddress } from '../http/public-address.ts';
import { RATE_LIMIT_SCALE, RateLimitGuard } from '../http/rate-limit.guard.ts';
import { Sealer } from '../identity/sealing.ts';
import { Sessions } from '../identity/sessions.ts';
import { BACKGROUND_POOL, BLOB_DIR, BOOK, BUS, LOGGER, POOL } from './tokens.ts';

export interface KernelOptions {
  lifecycle: Lifecycle;
  metrics: Metrics;
  rateLimitScale?: number;
  /** The site's; where the server listens where it is absent. */
  publicUrl?: string | undefined;
  /** What /metrics asks for; there is none where it is absent. */
  metricsToken?: string | undefined;
}

/** Offers what a process stands on to every module of its Nest application. */
@Module({})
export class KernelModule {
  static register(
    foundation: Foundation,
    { lifecycle, metrics, rateLimitScale = 1, publicUrl, metricsToken }: KernelOptions,
  ): DynamicModule {
    const values: Provider[] = [
      { provide: POOL, useValue: foundation.pool },
      { provide: BACKGROUND_POOL, useValue: foundation.backgroundPool },
      { provide: BOOK, useValue: foundation.book },
      { provide: BUS, useValue: foundation.bus },
      { provide: Listener, useValue: foundation.listener },
      { provide: LOGGER, useValue: foundation.logger },
      { provide: EventLog, useValue: foundation.log },
      { provide: DeciderRunner, useValue: foundation.runner },
      { provide: Deciders, useValue: new Deciders(foundation.runner) },
      { provide: ProcessManagers, useValue: new ProcessManagers() },
      { provide: Sealer, useValue: foundation.sealer },
      { provide: Sessions, useValue: foundation.sessions },
      { provide: IdempotencyKeys, useValue: foundation.idempotencyKeys },
      { provide: Outbox, useValue: foundation.outbox },
      { provide: BlobStore, useValue: foundation.blobs },
      { provide: BLOB_DIR, useValue: foundation.blobDir },
      { provide: DerivedFiles, useValue: foundation.derivedFiles },
      { provide: Lifecycle, useValue: lifecycle },
      { provide: Metrics, useValue: metrics },
      { provide: RATE_LIMIT_SCALE, useValue: rateLimitScale },
      { provide: METRICS_TOKEN, useValue: metricsToken },
      { provide: PUBLIC_URL, useValue: publicUrl },
      PublicAddress,
    ];
    return {
      module: KernelModule,
      global: true,
      controllers: [HealthController],
      providers: [
        ...values,
        DecideHandler,
        ErasePersonHandler,
        AuthGuard,
        RateLimitGuard,
        FileBodyGuard,
        IdempotencyGuard,
        ProblemFilter,
      ],
      exports: values,
    };
  }
}
