import { operationsHttp } from '@easel/contracts/operations/http';
import ViewStream from '@mui/icons-material/ViewStreamOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../../app/resource.ts';

/** The read models: how far each has come, what stands in its way, and making one anew. */
export const projections: ConsoleResource = {
  name: 'projections',
  label: 'Projections',
  icon: ViewStream,
  list: lazy(() => import('./projection-list.tsx')),
  show: lazy(() => import('./projection-show.tsx')),
  access: {
    list: operationsHttp.list,
    show: operationsHttp.one,
  },
};
