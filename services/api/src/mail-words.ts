/** Writes sums and days in mails: in UTC, and saying so, as a mail does not know where it is read. */

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;

export const utcDay = (instant: string): string => `${instant.slice(0, 10)} (UTC)`;
