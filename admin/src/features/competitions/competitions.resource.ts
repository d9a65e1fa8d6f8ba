import { competitionsConsoleHttp } from '@easel/contracts/competitions/console.http';
import EmojiEvents from '@mui/icons-material/EmojiEventsOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../../app/resource.ts';

/** The monthly design challenges with their entries and winners. */
export const competitions: ConsoleResource = {
  name: 'competitions',
  label: 'Challenges',
  icon: EmojiEvents,
  list: lazy(() => import('./competition-list.tsx')),
  show: lazy(() => import('./competition-show.tsx')),
  recordRepresentation: 'theme',
  foundById: true,
  access: {
    list: competitionsConsoleHttp.list,
    show: competitionsConsoleHttp.one,
    create: competitionsConsoleHttp.prepare,
  },
};
