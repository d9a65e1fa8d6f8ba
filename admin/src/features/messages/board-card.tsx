import MoreVert from '@mui/icons-material/MoreVert';
import Box from '@mui/material/Box';
import IconButton from '@mui/material/IconButton';
import Link from '@mui/material/Link';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import { Link as RouterLink } from 'react-router';
import { words } from '../../ui/choices.ts';
import { Time } from '../../ui/time.tsx';
import { cardId, columnBeside, columns, type ColumnStatus, wayTo } from './board-columns.ts';
import { Assignee, PriorityMark, TypeMark, WaitingMarks, Words } from './marks.tsx';
import type { Message } from './message.ts';
import { messagePath } from './paths.ts';

const arrows = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] as const;
type Arrow = (typeof arrows)[number];

interface Props {
  message: Message;
  column: ColumnStatus;
  isMoving: boolean;
  busy: boolean;
  onDrag: (message: Message | undefined) => void;
  onMove: (to: ColumnStatus) => void;
  onArrow: (key: Arrow) => void;
}

export function BoardCard({ message, column, isMoving, busy, onDrag, onMove, onArrow }: Props) {
  const { id, subject, sender_name: sender, message_type: type, priority, assignee, status, created_at: at } = message;
  return (
    <Box
      component="li"
      draggable={!busy}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', id);
        event.dataTransfer.effectAllowed = 'move';
        onDrag(message);
      }}
      onDragEnd={() => onDrag(undefined)}
      sx={{
        p: 1,
        borderRadius: 1,
        border: 1,
        borderColor: 'divider',
        bgcolor: 'background.default',
        cursor: busy ? undefined : 'grab',
        opacity: isMoving ? 0.6 : 1,
        fontSize: 13,
      }}
    >
      <Stack direction="row" sx={{ alignItems: 'flex-start', gap: 0.5 }}>
        <Link
          id={cardId(id)}
          component={RouterLink}
          to={messagePath(id)}
          draggable={false}
          color="inherit"
          underline="hover"
          title={subject}
          onKeyDown={(event) => {
            const key = arrows.find((one) => one === event.key);
            if (!key || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            if (!event.shiftKey) {
              onArrow(key);
              return;
            }
            const to =
              key === 'ArrowRight'
                ? columnBeside(column, 1)
                : key === 'ArrowLeft'
                  ? columnBeside(column, -1)
                  : undefined;
            if (to !== undefined) onMove(to);
          }}
          sx={{
            flex: 1,
            minWidth: 0,
            overflow: 'hidden',
            overflowWrap: 'anywhere',
            fontWeight: status === 'unread' ? 700 : 500,
            display: '-webkit-box',
            WebkitLineClamp: 3,
            WebkitBoxOrient: 'vertical',
          }}
        >
          <Words>{subject}</Words>
        </Link>
        <MoveMenu message={message} busy={busy} onMove={onMove} />
      </Stack>
      <Box sx={{ color: 'text.secondary', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        <Words>{sender}</Words>
      </Box>
      <Stack
        direction="row"
        useFlexGap
        sx={{ columnGap: 1, flexWrap: 'wrap', color: 'text.secondary', alignItems: 'center' }}
      >
        <TypeMark type={type} />
        <PriorityMark priority={priority} />
        <Assignee id={assignee} />
        <Time at={at} />
        <WaitingMarks message={message} />
      </Stack>
    </Box>
  );
}

function MoveMenu({ message, busy, onMove }: { message: Message; busy: boolean; onMove: (to: ColumnStatus) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const ways = columns.filter((to) => wayTo(message.status, to) !== undefined);
  return (
    <>
      <IconButton
        size="small"
        aria-label={`Move ${message.subject}`}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        disabled={busy}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ my: -0.5, mr: -0.5 }}
      >
        <MoreVert fontSize="small" />
      </IconButton>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{ list: { dense: true } }}
      >
        {ways.map((to) => (
          <MenuItem
            key={to}
            onClick={() => {
              setAnchor(null);
              onMove(to);
            }}
          >
            {wayTo(message.status, to) === 'reopen' ? 'Take up again…' : `To ${words(to)}`}
          </MenuItem>
        ))}
        <MenuItem component={RouterLink} to={messagePath(message.id)}>
          {message.anonymous ? 'Open' : 'Open and answer'}
        </MenuItem>
      </Menu>
    </>
  );
}
