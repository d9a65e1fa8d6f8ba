import { payoutsConsoleHttp } from '@easel/contracts/earnings/console.http';
import Payments from '@mui/icons-material/PaymentsOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../../app/resource.ts';

/** Payouts that members have requested. */
export const payouts: ConsoleResource = {
  name: 'payouts',
  label: 'Payouts',
  icon: Payments,
  list: lazy(() => import('./payout-list.tsx')),
  show: lazy(() => import('./payout-show.tsx')),
  recordRepresentation: 'reference',
  foundById: true,
  access: {
    list: payoutsConsoleHttp.list,
    show: payoutsConsoleHttp.record,
    export: payoutsConsoleHttp.export,
  },
};
