import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import type { ReactNode, SyntheticEvent } from 'react';
import { DataTable, useListContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { Time } from '../../ui/time.tsx';
import { Assignee, PriorityMark, StatusMark, TypeMark, WaitingMarks, Words } from './marks.tsx';
import type { Message } from './message.ts';
import { messagePath } from './paths.ts';

const Column = DataTable.Col<Message>;

/** The link into a message: where the keyboard's cursor is. */
export const rowId = (id: string): string => `message-${id}`;

interface Props {
  cursor: string | undefined;
  onCursor: (id: string) => void;
  /** `isRange`: all up to here from the one selected last. */
  onToggle: (id: string, isRange: boolean) => void;
  onTogglePage: () => void;
  empty: ReactNode;
}

export function MessageTable({ cursor, onCursor, onToggle, onTogglePage, empty }: Props) {
  return (
    <Box
      sx={{
        overflowX: 'auto',
        '& td, & th': { whiteSpace: 'nowrap' },
        '& .MuiTableCell-root': { px: 1, py: 0.25 },
      }}
    >
      <DataTable<Message>
        bulkActionButtons={false}
        rowClick="show"
        rowSx={(message: Message) => ({
          ...(message.id === cursor && { bgcolor: 'action.selected' }),
          '& td': message.status === 'unread' ? { fontWeight: 600 } : {},
        })}
        empty={<>{empty}</>}
      >
        <Column
          disableSort
          label={<SelectPage onTogglePage={onTogglePage} />}
          render={(message) => <SelectOne message={message} onToggle={onToggle} />}
        />
        <Column source="message_type" label="Type" render={({ message_type: type }) => <TypeMark type={type} />} />
        <Column
          source="subject"
          sx={{ width: '100%', maxWidth: 0, minWidth: 200 }}
          render={(message) => <SubjectLink message={message} onCursor={onCursor} />}
        />
        <Column
          source="sender_name"
          label="Sender"
          render={({ sender_name: name, sender_email: email }) => (
            <Box title={email} sx={{ maxWidth: 170, overflow: 'hidden', textOverflow: 'ellipsis' }}>
              <Words>{name}</Words>
            </Box>
          )}
        />
        <Column source="status" render={({ status }) => <StatusMark status={status} />} />
        <Column source="priority" render={({ priority }) => <PriorityMark priority={priority} />} />
        <Column source="assignee" render={({ assignee }) => <Assignee id={assignee} />} />
        <Column source="created_at" label="Age" render={({ created_at: at }) => <Time at={at} />} />
        <Column label="Waits" disableSort render={(message) => <WaitingMarks message={message} />} />
      </DataTable>
    </Box>
  );
}

const stop = (event: SyntheticEvent) => event.stopPropagation();

function SelectOne({ message: { id, subject }, onToggle }: { message: Message } & Pick<Props, 'onToggle'>) {
  const { selectedIds } = useListContext<Message>();
  return (
    <Checkbox
      size="small"
      checked={selectedIds.includes(id)}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(id, event.shiftKey);
      }}
      slotProps={{ input: { 'aria-label': `Select ${subject}`, readOnly: true } }}
      sx={{ p: 0.5 }}
    />
  );
}

function SelectPage({ onTogglePage }: Pick<Props, 'onTogglePage'>) {
  const { data = [], selectedIds } = useListContext<Message>();
  const count = data.filter(({ id }) => selectedIds.includes(id)).length;
  return (
    <Checkbox
      size="small"
      checked={count > 0 && count === data.length}
      indeterminate={count > 0 && count < data.length}
      disabled={data.length === 0}
      onChange={onTogglePage}
      slotProps={{ input: { 'aria-label': 'Select page' } }}
      sx={{ p: 0.5 }}
    />
  );
}

function SubjectLink({
  message: { id, subject, status },
  onCursor,
}: {
  message: Message;
  onCursor: (id: string) => void;
}) {
  return (
    <Link
      id={rowId(id)}
      component={RouterLink}
      to={messagePath(id)}
      color="inherit"
      underline="hover"
      title={subject}
      onClick={stop}
      onFocus={() => onCursor(id)}
      sx={{
        display: 'block',
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        fontWeight: status === 'unread' ? 700 : 400,
        scrollMarginBlock: 120,
      }}
    >
      <Words>{subject}</Words>
    </Link>
  );
}

/** For screens too narrow for a table. */
export function MessageCards({ cursor, onCursor, onToggle, empty }: Props) {
  const { data } = useListContext<Message>();
  if (!data || data.length === 0) return empty;
  return (
    <Box component="ol" aria-label="Messages" sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {data.map((message) => {
        const {
          id,
          subject,
          status,
          message_type: type,
          sender_name: sender,
          priority,
          assignee,
          created_at: at,
        } = message;
        return (
          <Stack
            component="li"
            direction="row"
            key={id}
            sx={{
              py: 1,
              pr: 1.5,
              borderBottom: 1,
              borderColor: 'divider',
              '&:last-of-type': { borderBottom: 0 },
              ...(id === cursor && { bgcolor: 'action.selected' }),
            }}
          >
            <Box sx={{ p: 0.75 }}>
              <SelectOne message={message} onToggle={onToggle} />
            </Box>
            <Box sx={{ minWidth: 0, flex: 1 }}>
              <Stack
                direction="row"
                sx={{ justifyContent: 'space-between', alignItems: 'flex-start', gap: 1, pt: 0.75 }}
              >
                <Link
                  id={rowId(id)}
                  component={RouterLink}
                  to={messagePath(id)}
                  color="inherit"
                  underline="hover"
                  onFocus={() => onCursor(id)}
                  sx={{
                    minWidth: 0,
                    overflow: 'hidden',
                    overflowWrap: 'anywhere',
                    fontWeight: status === 'unread' ? 700 : 400,
                    display: '-webkit-box',
                    WebkitLineClamp: 2,
                    WebkitBoxOrient: 'vertical',
                    scrollMarginBlock: 120,
                  }}
                >
                  <Words>{subject}</Words>
                </Link>
                <StatusMark status={status} />
              </Stack>
              <Stack
                direction="row"
                useFlexGap
                sx={{ color: 'text.secondary', fontSize: 13, columnGap: 1, flexWrap: 'wrap', overflowWrap: 'anywhere' }}
              >
                <span>
                  <Words>{sender}</Words>
                </span>
                <TypeMark type={type} />
                <PriorityMark priority={priority} />
                <Assignee id={assignee} />
                <Time at={at} />
                <WaitingMarks message={message} />
              </Stack>
            </Box>
          </Stack>
        );
      })}
    </Box>
  );
}
