import { feature } from '@easel/kernel/deciding/feature';
import { ReportRunsController } from './report-runs.controller.ts';

export const reportsFeature = feature({ routes: [ReportRunsController] });
