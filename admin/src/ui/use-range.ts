import { dayRange } from '@easel/contracts/kernel/day-range';
import { useLocation, useSearchParams } from 'react-router';

export const LAST_DAYS = [7, 30, 90] as const;
const USUAL = 30;

/** As a route takes them: so many last days, or from one to another. */
export type AskedRange = { days: number } | { from: string; to: string };

/** The range that an address asks for; the usual one where it asks for none, or for nonsense. */
export function readRange(params: URLSearchParams): AskedRange {
  const given = (name: string) => params.get(name) ?? undefined;
  const asked = dayRange.safeParse({ days: given('days'), from: given('from'), to: given('to') });
  if (!asked.success) return { days: USUAL };
  const { days, from, to } = asked.data;
  return from !== undefined && to !== undefined ? { from, to } : { days };
}

/** The same address with that range; whatever else it says stays. */
export function withRange(search: string, range: AskedRange): string {
  const params = new URLSearchParams(search);
  for (const name of ['days', 'from', 'to']) params.delete(name);
  for (const [name, value] of Object.entries(range)) params.set(name, String(value));
  return `?${params}`;
}

/** The days that a page tells of stand in its address, so that it can be linked. */
export function useRange(): AskedRange {
  const [params] = useSearchParams();
  return readRange(params);
}

/** Where a link leads that changes the range alone. */
export function useRangeLink(): (range: AskedRange) => { search: string } {
  const { search } = useLocation();
  return (range) => ({ search: withRange(search, range) });
}
