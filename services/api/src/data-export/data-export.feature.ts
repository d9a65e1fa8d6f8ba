import { feature } from '@easel/kernel/deciding/feature';
import { DataExportController } from './data-export.controller.ts';
import { DataExportLetters } from './data-export.letters.ts';
import { DataExportWorker } from './data-export.worker.ts';
import { DataExportQueue, DataExportRows } from './data-exports.tables.ts';
import { followExports } from './follow-exports.process.ts';
import { FollowExportsHandler } from './follow-exports.ts';

export const dataExportFeature = feature({
  routes: [DataExportController],
  processes: [followExports],
  useCases: [FollowExportsHandler, DataExportWorker],
  providers: [DataExportRows, DataExportQueue, DataExportLetters],
});
