import { useMinute } from './use-minute.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const whole = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' });

function relativeTo(iso: string, now: number): string {
  const ageMs = now - Date.parse(iso);
  if (Number.isNaN(ageMs)) return '';
  if (ageMs < MINUTE_MS) return 'just now';
  if (ageMs < HOUR_MS) return relative.format(-Math.floor(ageMs / MINUTE_MS), 'minute');
  if (ageMs < DAY_MS) return relative.format(-Math.floor(ageMs / HOUR_MS), 'hour');
  if (ageMs < 7 * DAY_MS) return relative.format(-Math.floor(ageMs / DAY_MS), 'day');
  return `${day.format(new Date(iso))} (UTC)`;
}

/**
 * An instant: relative under a week with the whole of it on hover, or `exact`: to the second in UTC, as those who audit
 * need it.
 */
export function Time({ at, exact = false }: { at: string | null | undefined; exact?: boolean }) {
  const now = useMinute();
  if (!at) return <span>–</span>;
  const utc = whole.format(new Date(at));
  return (
    <time dateTime={at} title={exact ? at : utc}>
      {exact ? at.slice(0, 19).replace('T', ' ') : relativeTo(at, now)}
    </time>
  );
}
