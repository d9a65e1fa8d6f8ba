import { providerFiguresHttp } from '@easel/contracts/providers/figures.http';
import Hub from '@mui/icons-material/Hub';
import { lazy } from 'react';
import type { ConsolePage } from '../../app/resource.ts';

/** The page of providers: availability, figures, cost and routing. */
export const providers: ConsolePage = {
  path: 'providers',
  label: 'Providers',
  icon: Hub,
  page: lazy(() => import('./providers-page.tsx')),
  access: providerFiguresHttp.figures,
  last: true,
};
