import { checkoutHttp } from '@easel/contracts/settings/checkout.http';
import Tune from '@mui/icons-material/Tune';
import { lazy } from 'react';
import type { ConsolePage } from '../../app/resource.ts';

/** What holds for the whole product; only admins change it. */
export const settings: ConsolePage = {
  path: 'settings',
  label: 'Settings',
  icon: Tune,
  page: lazy(() => import('./settings-page.tsx')),
  access: checkoutHttp.settings,
  last: true,
};
