import { dashboardHttp } from '@easel/contracts/dashboard/http';
import type { Reply } from '@easel/contracts/kernel/client/address';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';

type Generations = Reply<typeof telemetryHttp.generations>;
export type Day = Generations['series'][number];
export type Quality = Generations['quality'];
export type Activity = Reply<typeof dashboardHttp.activity>['analytics'][number];

const RECENT = 10;

// They begin with the dashboard's word, as what changes its figures changes these.

/** So many days up to today. */
export const generationsQuery = (days: number) =>
  queryOptions({
    ...routeQuery(['dashboard', 'generations', days], telemetryHttp.generations, { query: { days } }),
    placeholderData: keepPreviousData,
  });

export const recentQuery = routeQuery(['dashboard', 'activity'], dashboardHttp.activity, {
  query: { page: 1, limit: RECENT },
});
