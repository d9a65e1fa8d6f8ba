import { telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import Speed from '@mui/icons-material/Speed';
import { lazy } from 'react';
import type { ConsolePage } from '../../app/resource.ts';

/** How pages come to people, as their browsers measured it. */
export const performance: ConsolePage = {
  path: 'performance',
  label: 'Performance',
  icon: Speed,
  page: lazy(() => import('./performance-page.tsx')),
  access: telemetryConsoleHttp.performance,
};
