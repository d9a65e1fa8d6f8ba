/** What a file of an answer may be. */
export const sqlFormats = ['csv', 'json', 'parquet'] as const;
export type SqlFormat = (typeof sqlFormats)[number];

/** Characters of a statement. */
export const SQL_MAX = 20_000;
/** Rows that a page shows of an answer; a file has all of them. */
export const ROWS_SHOWN = 1_000;

/** How long a statement may take. */
export const SQL_SECONDS = { shown: 20, file: 120 } as const;
/** What the database may use, beyond which it says so itself; and what its process may, beyond which it is ended. */
export const SQL_MEGABYTES = { database: 512, process: 1_024 } as const;
/** Of a Parquet file, which is written whole before it is sent. */
export const SQL_FILE_MEGABYTES = 2_048;
/** Statements that are answered at the same time. */
export const SQL_AT_ONCE = 2;

/** How an answer is shown above its table; `none`: as the table alone. */
export const answerCharts = ['none', 'bars', 'lines'] as const;
export type AnswerChart = (typeof answerCharts)[number];

export const QUERIES_MAX = 200;
export const QUERY_NAME_MAX = 80;

/** When a query is an alarm: while the first number of its first row lies on this side of its threshold. */
export const alarmSides = ['above', 'below'] as const;
export type AlarmSide = (typeof alarmSides)[number];

/** `failed`: its statement could not be run, or gave no number. */
export const alarmStates = ['quiet', 'raised', 'failed'] as const;
export type AlarmState = (typeof alarmStates)[number];

/** How often alarms are looked at, where the log has moved. */
export const ALARMS_EVERY_SECONDS = 30;
export const ALARMS_MAX = 20;
