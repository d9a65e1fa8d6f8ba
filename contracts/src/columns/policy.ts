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
