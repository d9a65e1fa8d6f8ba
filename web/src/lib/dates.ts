const SECOND_MS = 1000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const dayInGreenwich = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const longDay = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'long', year: 'numeric' });
const zone = new Intl.DateTimeFormat('en', { timeZoneName: 'short' });
const moment = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' });

/**
 * '5 minutes ago' within a week, '12 Nov 2025' beyond it. A clock that runs a little behind the server's reads 'just
 * now'.
 */
export function relativeDate(iso: string, now: Date): string {
  const ageMs = now.getTime() - Date.parse(iso);
  if (Number.isNaN(ageMs)) return '';
  if (ageMs < MINUTE_MS) return ageMs > -HOUR_MS ? 'just now' : shortDate(iso);
  if (ageMs < HOUR_MS) return relative.format(-Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return relative.format(-Math.floor(ageMs / HOUR_MS), 'hour');
  if (ageMs < 7 * DAY_MS) return relative.format(-Math.floor(ageMs / DAY_MS), 'day');
  return shortDate(iso);
}

/** '20 Nov 2025' in Greenwich: the same for every reader. */
export const plainDate = (iso: string): string =>
  Number.isNaN(Date.parse(iso)) ? '' : dayInGreenwich.format(new Date(iso));

/** 'Nov 20, 2025', in the reader's own time zone. */
export const shortDate = (iso: string): string => (Number.isNaN(Date.parse(iso)) ? '' : day.format(new Date(iso)));

/**
 * 'December 15, 2026 (GMT+1)': a day that decides something, in the reader's own time zone, which it names (spec:
 * rulings "Months, days, deadlines").
 */
export function dayWithZone(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  const name = zone.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value;
  return `${longDay.format(at)} (${name})`;
}

const short = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
});

/** 'Nov 20, 2025, 11:52 PM GMT+1', in the reader's own time zone. */
export const dateAndTime = (iso: string): string => (Number.isNaN(Date.parse(iso)) ? '' : short.format(new Date(iso)));

/** 'Thursday, November 20, 2025 at 11:52 PM', in the reader's own time zone. */
export const absoluteDate = (iso: string): string =>
  Number.isNaN(Date.parse(iso)) ? '' : moment.format(new Date(iso));
