import { BLOB_DIR } from '@easel/kernel/server/tokens';
import { Module } from '@nestjs/common';
import { ReadsModule } from '../kernel/reads.module.ts';
import { AlarmWatch } from './alarm-watch.ts';
import { ColumnsController } from './columns.controller.ts';
import { ColumnsFollower, columnsIn } from './columns-follower.ts';
import { SqlRunner } from './run-sql.ts';
import { StatementRecords } from './statement-records.ts';

/** The log as columns: kept up with it, and asked by SQL. */
@Module({
  imports: [ReadsModule],
  controllers: [ColumnsController],
  providers: [
    ColumnsFollower,
    AlarmWatch,
    StatementRecords,
    {
      provide: SqlRunner,
      inject: [BLOB_DIR],
      useFactory: (blobDir: string) => new SqlRunner(columnsIn(blobDir), { keepsReady: true }),
    },
  ],
  exports: [SqlRunner],
})
export class ColumnsModule {}
