import { messagesHttp } from '@easel/contracts/messages/http';
import Mail from '@mui/icons-material/MailOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../../app/resource.ts';
import { savedFiltersOf } from '../../lib/saved-filters.ts';
import { UnreadBadge } from './unread-badge.tsx';

/** What visitors and members send by the three forms, as a list and as a board. */
export const messages: ConsoleResource = {
  name: 'messages',
  label: 'Messages',
  icon: Mail,
  badge: UnreadBadge,
  list: lazy(() => import('./message-list.tsx')),
  show: lazy(() => import('./message-show.tsx')),
  views: { board: lazy(() => import('./message-board.tsx')) },
  recordRepresentation: 'subject',
  savedFilters: savedFiltersOf('messages'),
  foundById: true,
  access: {
    list: messagesHttp.list,
    show: messagesHttp.one,
    edit: messagesHttp.triage,
  },
};
