import { dateAndTime } from './dates.ts';

const MINUTE_MS = 60_000;

const longDay = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** 'the end of November 30, 2026 (UTC)', of the midnight that ends that day: its own date would be the day after. */
export function endOfUtcDay(midnight: string): string {
  const last = lastMinuteBefore(midnight);
  return Number.isNaN(last.getTime()) ? '' : `the end of ${longDay.format(last)} (UTC)`;
}

/** ': Dec 1, 2026, 12:59 AM GMT+1 where you are', to follow the end of a UTC day; nothing where both are the same. */
export function lastMinuteHere(midnight: string): string {
  const last = lastMinuteBefore(midnight);
  return Number.isNaN(last.getTime()) || last.getTimezoneOffset() === 0
    ? ''
    : `: ${dateAndTime(last.toISOString())} where you are`;
}

const lastMinuteBefore = (midnight: string): Date => new Date(Date.parse(midnight) - MINUTE_MS);
