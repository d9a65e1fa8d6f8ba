import { providerFiguresHttp } from '@easel/contracts/providers/figures.http';
import Hub from '@mui/icons-material/Hub';
import { lazy } from 'react';
import type { ConsolePage } from '../../app/resource.ts';

/** Who makes the pictures, how well, at what cost, and for which models. */
export const providers: ConsolePage = {
  path: 'providers',
  label: 'Providers',
  icon: Hub,
  page: lazy(() => import('./providers-page.tsx')),
  access: providerFiguresHttp.figures,
  last: true,
};
