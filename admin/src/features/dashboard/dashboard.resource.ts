import { overviewHttp } from '@easel/contracts/operations/overview.http';
import Dashboard from '@mui/icons-material/DashboardOutlined';
import { lazy } from 'react';
import type { ConsolePage } from '../../app/resource.ts';

/** How things stand, for whoever signs in. */
export const dashboard: ConsolePage = {
  path: 'dashboard',
  label: 'Dashboard',
  icon: Dashboard,
  page: lazy(() => import('./dashboard-page.tsx')),
  access: overviewHttp.overview,
};
