import * as z from 'zod/mini';

/** Days at most: longer ago browsers' measures are forgotten, and a chart has no room. */
export const RANGE_DAYS = 400;

export const DAY_MS = 86_400_000;

const WHOLE = `Please ask for 1 to ${RANGE_DAYS} days`;
const DAY = 'Please give a day as 2026-11-28';
/** From the first day of `instantText` on: PostgreSQL has no year 0. */
const day = z.iso.date(DAY).check(z.refine((text) => text >= '1970', DAY));

interface AskedDays {
  days: number;
  from?: string | undefined;
  to?: string | undefined;
}

/** UTC days, as a query asks for them; `safeExtend` adds to it what else is asked. */
export const dayRange = z
  .object({
    /** Up to today, which is among them. */
    days: z._default(z.coerce.number(WHOLE).check(z.int(WHOLE), z.gte(1, WHOLE), z.lte(RANGE_DAYS, WHOLE)), 30),
    /** Instead of `days`: from one day to another, both among them. */
    from: z.optional(day),
    to: z.optional(day),
  })
  .check(
    z.refine(({ from, to }) => (from === undefined) === (to === undefined), {
      path: ['to'],
      message: 'Please give both the first and the last day',
    }),
    z.refine(({ from, to }) => from === undefined || to === undefined || isRange(from, to), {
      path: ['to'],
      message: `Please give a last day from the first one on, of ${RANGE_DAYS} days at most`,
    }),
  );

const midnight = (text: string): number => Date.parse(`${text}T00:00:00Z`);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Whether there are days between them, and not too many. What is no day is complained of by itself. */
export function isRange(from: string, to: string): boolean {
  const days = (midnight(to) - midnight(from)) / DAY_MS + 1;
  return !(days < 1 || days > RANGE_DAYS);
}

export interface DayRange {
  from: string;
  to: string;
}

/** Finds the first and the last of the days that are asked for. */
export function rangeOf({ days, from, to }: AskedDays, now: Date): DayRange {
  if (from !== undefined && to !== undefined) return { from, to };
  return { from: dayOf(now.getTime() - (days - 1) * DAY_MS), to: dayOf(now.getTime()) };
}

/** Every day of a range, the oldest first. */
export const daysOf = ({ from, to }: DayRange): string[] =>
  Array.from({ length: (midnight(to) - midnight(from)) / DAY_MS + 1 }, (_, index) =>
    dayOf(midnight(from) + index * DAY_MS),
  );
