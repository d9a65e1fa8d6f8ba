import type { MessagePriority, MessageStatus } from '@easel/contracts/messages/policy';
import Hourglass from '@mui/icons-material/HourglassEmpty';
import PriorityHigh from '@mui/icons-material/NotificationImportantOutlined';
import Box from '@mui/material/Box';
import Chip, { type ChipProps } from '@mui/material/Chip';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { words } from '../../ui/choices.ts';
import { OperatorName } from '../../ui/operator-name.tsx';
import { type Message, typeLabels } from './message.ts';

const statusColours: Readonly<Record<MessageStatus, NonNullable<ChipProps['color']>>> = {
  unread: 'primary',
  read: 'default',
  in_progress: 'info',
  replied: 'success',
  resolved: 'success',
  spam: 'warning',
};

export const StatusMark = ({ status }: { status: MessageStatus }) => (
  <Chip label={words(status)} color={statusColours[status]} variant="outlined" />
);

const priorityColours: Readonly<Record<MessagePriority, string>> = {
  normal: 'text.secondary',
  medium: 'warning.main',
  high: 'error.main',
};

export const PriorityMark = ({ priority }: { priority: MessagePriority }) => (
  <Box
    component="span"
    sx={{ color: priorityColours[priority], fontWeight: priority === 'high' ? 600 : 400, whiteSpace: 'nowrap' }}
  >
    {words(priority)}
  </Box>
);

export const TypeMark = ({ type }: { type: Message['message_type'] }) => (
  <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
    {typeLabels[type]}
  </Box>
);

export const Assignee = ({ id }: { id: string | null }) =>
  id === null ? (
    <Box component="span" sx={{ color: 'text.secondary' }}>
      Nobody
    </Box>
  ) : (
    <OperatorName id={id} />
  );

/** That its sender still waits for an answer, and that nobody had read it in time. */
export const WaitingMarks = ({ message: { waiting, escalated } }: { message: Message }) => (
  <Stack component="span" direction="row" sx={{ display: 'inline-flex', gap: 0.5, verticalAlign: 'middle' }}>
    {waiting && <Hourglass titleAccess="Waits for an answer" sx={{ fontSize: 16, color: 'text.secondary' }} />}
    {escalated && (
      <PriorityHigh titleAccess="Escalated: nobody had read it in time" sx={{ fontSize: 16, color: 'error.main' }} />
    )}
  </Stack>
);

/** What a visitor wrote: text that turns no other text around. */
export const Words = ({ children }: { children: ReactNode }) => <bdi dir="auto">{children}</bdi>;
