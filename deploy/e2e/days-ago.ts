const DAY_MS = 86_400_000;

/** An instant so many days back; of a negative number, ahead. */
export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString();
