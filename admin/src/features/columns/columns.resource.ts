import { sqlHttp } from '@easel/contracts/columns/http';
import Terminal from '@mui/icons-material/Terminal';
import { lazy } from 'react';
import type { ConsolePage } from '../../app/resource.ts';
import { AlarmBadge } from './alarm-badge.tsx';

/** Answers from the log to what nobody has asked before. */
export const sql: ConsolePage = {
  path: 'sql',
  label: 'SQL',
  icon: Terminal,
  badge: AlarmBadge,
  page: lazy(() => import('./sql-page.tsx')),
  access: sqlHttp.run,
  last: true,
};
