import { operatorsHttp } from '@easel/contracts/operators/http';
import People from '@mui/icons-material/PeopleOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../../app/resource.ts';

/** The console's accounts: invitations, roles, who is disabled. */
export const operators: ConsoleResource = {
  name: 'operators',
  label: 'Operators',
  icon: People,
  list: lazy(() => import('./operator-list.tsx')),
  show: lazy(() => import('./operator-show.tsx')),
  recordRepresentation: 'name',
  foundById: true,
  access: {
    list: operatorsHttp.one,
    show: operatorsHttp.one,
    create: operatorsHttp.invite,
    edit: operatorsHttp.change,
  },
};
