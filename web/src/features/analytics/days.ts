/** Of how many days the trends tell, today among them. */
export const RANGES = [7, 30, 90] as const;
export type Range = (typeof RANGES)[number];
const USUAL: Range = 30;

/** An address may hold anything. */
export const rangeOf = (text: string | null): Range => RANGES.find((range) => String(range) === text) ?? USUAL;

export const toRange = (range: Range): string => (range === USUAL ? '/analytics' : `/analytics?days=${range}`);

const short = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const whole = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

const midnightOf = (date: string): Date => new Date(`${date}T00:00:00Z`);
/** '2026-11-21' as 'Nov 21'. */
export const shortDay = (date: string): string => short.format(midnightOf(date));
/** '2026-11-21' as 'Sat, Nov 21, 2026'. */
export const wholeDay = (date: string): string => whole.format(midnightOf(date));
