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

/** What is left of what came in, in cents. */
export const netOf = ({ plans, top_ups, purchases, returned }: RevenueDay): number =>
  plans + top_ups + purchases - returned;
