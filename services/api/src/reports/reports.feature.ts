import { reportStream } from '@easel/contracts/reports/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { ReportRunsController } from './report-runs.controller.ts';
import { reportRuns } from './report-runs.decider.ts';

export const reportsFeature = feature({
  stream: reportStream,
  decider: reportRuns,
  routes: [ReportRunsController],
});
