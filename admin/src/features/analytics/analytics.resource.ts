import { journeysHttp } from '@easel/contracts/telemetry/journeys.http';
import Insights from '@mui/icons-material/Insights';
import { lazy } from 'react';
import type { ConsolePage } from '../../app/resource.ts';

/** How the house goes: what its days bring, how far people come, and who comes again. */
export const analytics: ConsolePage = {
  path: 'analytics',
  label: 'Analytics',
  icon: Insights,
  page: lazy(() => import('./analytics-page.tsx')),
  access: journeysHttp.funnel,
};
