import { eventsHttp } from '@easel/contracts/events/http';
import Log from '@mui/icons-material/FormatListBulletedOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../../app/resource.ts';
import { savedEventFilters } from './saved-event-filters.ts';

/** The log itself: every fact of every stream. */
export const events: ConsoleResource = {
  name: 'events',
  label: 'Events',
  icon: Log,
  list: lazy(() => import('./event-list.tsx')),
  show: lazy(() => import('./event-show.tsx')),
  savedFilters: savedEventFilters,
  views: {
    'filters/:id': lazy(() => import('./filter-route.tsx')),
    'streams/:stream/:revision': lazy(() => import('./stream-replay.tsx')),
  },
  access: { list: eventsHttp.list, show: eventsHttp.one, export: eventsHttp.export },
};
