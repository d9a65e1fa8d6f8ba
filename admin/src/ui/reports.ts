/** Where the log answers what a figure tells. */
export const reportPath = (report: string): string => `/reports/${report}`;
