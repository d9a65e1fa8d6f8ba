import type { Reply } from '@easel/contracts/kernel/client/address';
import { revenueHttp } from '@easel/contracts/revenue/http';
import { useQuery } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import type { AskedRange } from '../ui/use-range.ts';

/** Of a day, in cents. */
export type RevenueDay = Reply<typeof revenueHttp.days>['days'][number];

/** What came in and went back, day by day. */
export const useRevenue = (range: AskedRange, { enabled = true } = {}) =>
  useQuery({
    queryKey: ['revenue', range],
    queryFn: ({ signal }) => call(revenueHttp.days, { query: range }, { signal }),
    enabled,
  });

export const cameInOf = ({ plans, top_ups, purchases, prints }: RevenueDay): number =>
  plans + top_ups + purchases + prints;

/** What is left of what came in, in cents. What printing costs is not taken off. */
export const netOf = (day: RevenueDay): number => cameInOf(day) - day.returned;
