import type { HistoryEntry } from '@easel/contracts/kernel/console';
import { messageProblems } from '@easel/contracts/messages/http';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { Actor } from '../../ui/history.tsx';
import { Time } from '../../ui/time.tsx';
import { FactWords } from './fact-words.tsx';
import { Assignee, PriorityMark, StatusMark } from './marks.tsx';
import type { WholeMessage } from './message.ts';

interface Props {
  message: WholeMessage;
  since: readonly HistoryEntry[];
  /** Something was to be done on what no longer stands. */
  conflict?: {
    /** What was to be done; it is kept. */
    kept: ReactNode;
    apply: string;
    onApply: () => void;
    onDrop: () => void;
  };
  busy: boolean;
  onSeen: () => void;
}

/** What somebody else did to the message while this operator was looking at it, and how it stands now. */
export function Meanwhile({ message, since, conflict, busy, onSeen }: Props) {
  return (
    <Alert severity={conflict ? 'warning' : 'info'} variant="outlined" role={conflict ? 'alert' : 'status'}>
      <AlertTitle component="h2" sx={{ fontSize: 14 }}>
        {messageProblems.changed.message}
      </AlertTitle>
      <Box component="ul" sx={{ m: 0, pl: 2.5 }}>
        {since.map((entry) => (
          <li key={entry.version}>
            <Box component="span" sx={{ fontWeight: 600 }}>
              <Actor actor={entry.actor} />
            </Box>
            , <Time at={entry.at} />
            <FactWords entry={entry} />
          </li>
        ))}
      </Box>
      <Stack direction="row" useFlexGap sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap', my: 1 }}>
        It stands now: <StatusMark status={message.status} /> <PriorityMark priority={message.priority} />{' '}
        <Assignee id={message.assignee} />
      </Stack>
      {conflict && <Box sx={{ mb: 1 }}>{conflict.kept}</Box>}
      <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap' }}>
        {conflict ? (
          <>
            <Button size="small" variant="contained" loading={busy} onClick={conflict.onApply}>
              {conflict.apply}
            </Button>
            <Button size="small" color="inherit" disabled={busy} onClick={conflict.onDrop}>
              Leave it as it stands
            </Button>
          </>
        ) : (
          <Button size="small" color="inherit" onClick={onSeen}>
            Seen
          </Button>
        )}
      </Stack>
    </Alert>
  );
}
