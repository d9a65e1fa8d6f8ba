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

/** Of one report, with different parameters. */
export const SCHEDULES_MAX = 10;

/** The beginning, UTC, of the month of an instant. */
export const firstAt = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
/** When a report that is made every month is made next: never in the month of that instant. */
export const nextFirstAt = (at: Date): Date => new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1));

/** What a report is saved as. */
export const reportFormats = ['csv', 'json', 'parquet'] as const;
export type ReportFormat = (typeof reportFormats)[number];

/** What the figures of a column are: whole cents of a dollar, tenths of a credit, milliseconds, hundredths of a whole, and plain numbers. */
export const reportUnits = ['text', 'month', 'day', 'count', 'cents', 'tenths', 'ms', 'percent', 'score'] as const;
export type ReportUnit = (typeof reportUnits)[number];

export const runStates = ['waiting', 'made', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];
