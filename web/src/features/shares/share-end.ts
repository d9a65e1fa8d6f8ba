import { SHARE_DAYS_MAX, shareEndsAt } from '@easel/contracts/shares/policy';

const two = (number: number): string => String(number).padStart(2, '0');

/** As a date field has it, in the reader's own time zone. */
const dayOf = (date: Date): string => `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The days that a link may be said to end on: today's end is still to come. */
export const endDays = (now: Date): { min: string; max: string } => ({
  min: dayOf(now),
  // That day's end, too, is within the longest time.
  max: dayOf(shareEndsAt(now, SHARE_DAYS_MAX - 1)),
});

/** The end of a day as a date field has it, in the reader's own time zone; undefined for what is no day. */
export function endOfDay(day: string): Date | undefined {
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end;
}
