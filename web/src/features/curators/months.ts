const whole = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const short = new Intl.DateTimeFormat('en', { month: 'short', timeZone: 'UTC' });

const dateOf = (month: string): Date => new Date(`${month}-01T00:00:00Z`);

/** 'November 2026' of 2026-11. */
export const monthText = (month: string): string => whole.format(dateOf(month));

/** 'Nov'. */
export const shortMonth = (month: string): string => short.format(dateOf(month));
