/** Those that are built in. */
export const reportNames = [
  'answers',
  'conversion',
  'earnings',
  'liability',
  'renders',
  'retention',
  'revenue',
  'searches',
  'trials',
  'vitals',
] as const;
export type ReportName = (typeof reportNames)[number];

/** How long a report may take, and what its code may use beside the facts that it is given. */
export const REPORT_SECONDS = 600;
export const REPORT_MEGABYTES = 512;
/** Of a table, as JSON. */
export const REPORT_TABLE_BYTES = 256_000;
/** Runs that a page lists, the last ones first. */
export const RUNS_SHOWN = 50;

/** What a report is saved as. */
export const reportFormats = ['csv', 'json', 'parquet'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** What the figures of a column are: whole cents of a dollar, tenths of a credit, milliseconds, hundredths of a whole, and plain numbers. */
export const reportUnits = ['text', 'month', 'day', 'count', 'cents', 'tenths', 'ms', 'percent', 'score'] as const;
export type ReportUnit = (typeof reportUnits)[number];

export const runStates = ['waiting', 'made', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];
