/** How long a report may take, and what its code may use beside the facts that it is given. */
export const REPORT_SECONDS = 600;
export const REPORT_MEGABYTES = 512;
/** Of a table, as JSON. */
export const REPORT_TABLE_BYTES = 256_000;
