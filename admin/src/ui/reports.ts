/** The reports by which the log answers what a figure tells. */
export type Report =
  | 'revenue'
  | 'renders'
  | 'answers'
  | 'liability'
  | 'conversion'
  | 'retention'
  | 'earnings'
  | 'trials'
  | 'vitals'
  | 'searches';

export const reportPath = (report: Report): string => `/reports/${report}`;
