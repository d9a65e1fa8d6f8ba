import { FIGURE_SECONDS, REPORT_MEGABYTES } from '@easel/contracts/reports/policy';
import { BLOB_DIR } from '@easel/kernel/server/tokens';
import { Module } from '@nestjs/common';
import { columnsIn } from '../columns/columns-follower.ts';
import { FigureFacts } from './figure-facts.ts';
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
    {
      provide: FigureFacts,
      inject: [BLOB_DIR],
      useFactory: (blobDir: string) =>
        new FigureFacts(new ReportRunner(columnsIn(blobDir), { seconds: FIGURE_SECONDS, megabytes: REPORT_MEGABYTES })),
    },
  ],
  exports: [FigureFacts, ReportWorker],
})
export class ReportsModule {}
