import { auditHttp } from '@easel/contracts/audit/http';
import FactCheck from '@mui/icons-material/FactCheckOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../../app/resource.ts';

/** Verifications of the log and of all that is drawn from it. */
export const audits: ConsoleResource = {
  name: 'audits',
  label: 'Audits',
  icon: FactCheck,
  list: lazy(() => import('./audit-list.tsx')),
  show: lazy(() => import('./audit-show.tsx')),
  foundById: true,
  access: {
    list: auditHttp.list,
    show: auditHttp.one,
    create: auditHttp.start,
  },
};
