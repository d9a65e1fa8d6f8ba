import { eventsHttp } from '@easel/contracts/events/http';
import Log from '@mui/icons-material/FormatListBulletedOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../../app/resource.ts';

/** The log itself: every fact of every stream. */
export const events: ConsoleResource = {
  name: 'events',
  label: 'Events',
  icon: Log,
  list: lazy(() => import('./event-list.tsx')),
  show: lazy(() => import('./event-show.tsx')),
  views: { 'queries/:id': lazy(() => import('./query-route.tsx')) },
  access: { list: eventsHttp.list, show: eventsHttp.one, export: eventsHttp.export },
};
