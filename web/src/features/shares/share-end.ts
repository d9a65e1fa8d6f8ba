import { SHARE_DAYS_MAX, shareEndsAt } from '@easel/contracts/shares/policy';
import { dayOf, dayStart, isDay } from '../../lib/local-days.ts';

/** The days that a link may be said to end on: today's end is still to come. */
export const endDays = (now: Date): { min: string; max: string } => ({
  min: dayOf(now),
  // That day's end, too, is within the longest time.
  max: dayOf(shareEndsAt(now, SHARE_DAYS_MAX - 1)),
});

/** The last second of a day as a date field has it, in the reader's own time zone; undefined for what is no day. */
export const endOfDay = (day: string): Date | undefined =>
  isDay(day) ? new Date(dayStart(day, 1).getTime() - 1000) : undefined;
