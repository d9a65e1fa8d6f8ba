import { BLOB_DIR } from '@easel/kernel/server/tokens';
import { Module } from '@nestjs/common';
import { columnsIn } from '../columns/columns-follower.ts';
import { ReportWorker } from './report-worker.ts';
import { ReportRunner } from './run-report.ts';

/** Folds over the log, made beside the site. */
@Module({
  providers: [
    ReportWorker,
    {
      provide: ReportRunner,
      inject: [BLOB_DIR],
      useFactory: (blobDir: string) => new ReportRunner(columnsIn(blobDir)),
    },
  ],
  exports: [ReportWorker],
})
export class ReportsModule {}
