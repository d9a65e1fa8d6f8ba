import type { ReportName } from '@easel/contracts/reports/policy';

/** Where the log answers what a figure tells. */
export const reportPath = (report: ReportName): string => `/reports/${report}`;
