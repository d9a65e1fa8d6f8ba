import { chatConsoleHttp } from '@easel/contracts/chat/console.http';
import Forum from '@mui/icons-material/ForumOutlined';
import { lazy } from 'react';
import type { ConsoleResource } from '../../app/resource.ts';

/** Members' conversations with the assistant. */
export const conversations: ConsoleResource = {
  name: 'conversations',
  label: 'Conversations',
  icon: Forum,
  list: lazy(() => import('./conversation-list.tsx')),
  show: lazy(() => import('./conversation-show.tsx')),
  recordRepresentation: 'started_at',
  foundById: true,
  access: {
    list: chatConsoleHttp.list,
    show: chatConsoleHttp.one,
  },
};
