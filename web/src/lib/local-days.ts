/** Days as date fields have them (`2026-11-21`), on the reader's clock; the server is asked for instants. */

const two = (part: number): string => String(part).padStart(2, '0');

/** Returns the day of an instant. */
export const dayOf = (at: Date): string => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;

/** Tells whether a text is a day of the years 1980 to 2999, which every server can count. */
export const isDay = (text: string): boolean =>
  /^(?:19[89]|2\d\d)\d-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

/** Returns the instant at which a day begins, or the day that comes so many days after it. */
export function dayStart(day: string, daysLater = 0): Date {
  const at = new Date(`${day}T00:00`);
  at.setDate(at.getDate() + daysLater);
  return at;
}

/** Turns two days, both included, into instants of which the last is not; an empty end is left out. */
export const instantsOf = ({ from, to }: { from: string; to: string }): { from?: string; to?: string } => ({
  ...(from !== '' && { from: dayStart(from).toISOString() }),
  ...(to !== '' && { to: dayStart(to, 1).toISOString() }),
});
