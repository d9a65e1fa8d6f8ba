import { subscriptionsHttp } from '@easel/contracts/subscriptions/http';
import { useQuery } from '@tanstack/react-query';
import { routeQuery } from '../../lib/queries.ts';

const planQuery = routeQuery(['plan'], subscriptionsHttp.plan, {});

/** The member's plan, and what is used of it. */
export const usePlan = (enabled = true) => useQuery({ ...planQuery, enabled });
