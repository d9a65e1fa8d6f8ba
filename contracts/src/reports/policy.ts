/** Those that are built in. */
export const reportNames = [
  'answers',
  'challenges',
  'conversion',
  'earnings',
  'liability',
  'orders',
  'prices',
  'providers',
  'questions',
  'renders',
  'retention',
  'revenue',
  'searches',
  'trials',
  'vitals',
] as const;
export type ReportName = (typeof reportNames)[number];

const auditorReports: readonly string[] = ['liability', 'revenue'] satisfies ReportName[];

/**
 * Whether a role may read and request a report: auditors only those of money owed and received.
 * spec: rulings "Roles".
 */
export const mayReadReport = (role: string | undefined, report: string): boolean =>
  role !== 'auditor' || auditorReports.includes(report);

/** How long a report may take, and what its code may use beside the facts that it is given. */
export const REPORT_SECONDS = 600;
export const REPORT_MEGABYTES = 512;
/** Attempts at a report whose process dies, and the wait after each, counted from 1: twice as long every time. */
export const REPORT_ATTEMPTS = 5;
export const reportRetryMs = (attempt: number): number => 5_000 * 2 ** (attempt - 1);
/** Of a table, as JSON. */
export const REPORT_TABLE_BYTES = 256_000;
/** Facts behind a figure that are listed, and how long finding them may take while somebody waits. */
export const FACTS_SHOWN = 1_000;
export const FIGURE_SECONDS = 25;
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

/**
 * What the figures of a column are: whole cents of a dollar, tenths of a credit, milliseconds, hundredths of a whole,
 * and plain numbers.
 */
export const reportUnits = ['text', 'month', 'day', 'count', 'cents', 'tenths', 'ms', 'percent', 'score'] as const;
export type ReportUnit = (typeof reportUnits)[number];

interface Column {
  readonly name: string;
  readonly unit: ReportUnit;
}

const said: Readonly<Record<ReportUnit, string>> = {
  text: '',
  month: '',
  day: '',
  count: '',
  cents: ' (cents)',
  tenths: ' (tenths of a credit)',
  ms: ' (ms)',
  percent: ' (%)',
  score: '',
};

/** What a column is called in files and addresses: with its unit, so that each has a name of its own. */
export const columnLabel = ({ name, unit }: Column): string => `${name}${said[unit]}`;

/** Whether a column holds figures, or the words that tell a row from others. */
export const isFigure = ({ unit }: Column): boolean => unit !== 'text' && unit !== 'month';

/** Whether what facts add comes to the figure; of others they are what it is of. */
export const isSum = ({ unit }: Column): boolean => unit === 'count' || unit === 'cents' || unit === 'tenths';

/** What a row is told by wherever it stands: its words, as JSON. */
export const rowKey = (columns: readonly Column[], row: readonly (string | number | null)[]): string =>
  JSON.stringify(row.filter((_, index) => columns[index] && !isFigure(columns[index])));

export const runStates = ['waiting', 'made', 'failed', 'cancelled'] as const;
export type RunState = (typeof runStates)[number];
