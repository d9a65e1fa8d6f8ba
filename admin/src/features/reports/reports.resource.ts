import { reportsHttp } from '@easel/contracts/reports/http';
import { mayReadReport } from '@easel/contracts/reports/policy';
import Summarize from '@mui/icons-material/SummarizeOutlined';
import { lazy } from 'react';
import type { ConsolePage } from '../../app/resource.ts';

/** Answers from the log to what is asked every month. */
export const reports: ConsolePage = {
  path: 'reports',
  label: 'Reports',
  icon: Summarize,
  page: lazy(() => import('./reports-page.tsx')),
  parts: {
    ':report': lazy(() => import('./report-page.tsx')),
    ':report/:run': lazy(() => import('./run-page.tsx')),
    ':report/:run/facts': lazy(() => import('./facts-page.tsx')),
  },
  access: reportsHttp.request,
  mayShow: mayReadReport,
  last: true,
};
