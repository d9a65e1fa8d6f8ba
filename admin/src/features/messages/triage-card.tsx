import { REASON_MAX } from '@easel/contracts/kernel/console';
import {
  type MessagePriority,
  messagePriorities,
  type MessageStatus,
  messageStatuses,
  reopenableStatuses,
  statusMoves,
} from '@easel/contracts/messages/policy';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import MenuItem from '@mui/material/MenuItem';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { words } from '../../ui/choices.ts';
import { OperatorName } from '../../ui/operator-name.tsx';
import type { Message, Wish } from './message.ts';
import { useAssignees } from './operators.ts';

const NOBODY = '-';

interface Props {
  message: Message;
  wish: Wish;
  busy: boolean;
  onWish: (wish: Wish) => void;
  onSave: () => void;
  onReopen: () => void;
}

/** Status, priority, assignee: chosen, then saved together. */
export function TriageCard({ message, wish, busy, onWish, onSave, onReopen }: Props) {
  const { status, priority, assignee } = message;
  const assignees = useAssignees();
  const chosen = wish.assignee === undefined ? assignee : wish.assignee;
  const canSave = !busy && isWish(wish);
  const set = (change: Wish) => onWish({ ...wish, ...change });
  return (
    <Card component="section" aria-labelledby="triage-title">
      <CardContent>
        <Typography id="triage-title" variant="h2" gutterBottom>
          Triage
        </Typography>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (canSave) onSave();
          }}
        >
          <TextField
            label="Status"
            select
            value={wish.status ?? status}
            disabled={busy}
            onChange={(event) => set({ status: event.target.value as MessageStatus })}
          >
            {messageStatuses
              .filter((one) => one === status || one === wish.status || statusMoves[status].includes(one))
              .map((one) => (
                <MenuItem key={one} value={one}>
                  {words(one)}
                </MenuItem>
              ))}
          </TextField>
          <TextField
            label="Priority"
            select
            value={wish.priority ?? priority}
            disabled={busy}
            onChange={(event) => set({ priority: event.target.value as MessagePriority })}
          >
            {messagePriorities.map((one) => (
              <MenuItem key={one} value={one}>
                {words(one)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label="Assignee"
            select
            value={chosen ?? NOBODY}
            disabled={busy}
            onChange={(event) => set({ assignee: event.target.value === NOBODY ? null : event.target.value })}
          >
            <MenuItem value={NOBODY}>Nobody</MenuItem>
            {assignees.map(({ id, name }) => (
              <MenuItem key={id} value={id}>
                {name}
              </MenuItem>
            ))}
            {chosen !== null && !assignees.some(({ id }) => id === chosen) && (
              <MenuItem value={chosen}>
                <OperatorName id={chosen} />
              </MenuItem>
            )}
          </TextField>
          <TextField
            label="Note for colleagues"
            multiline
            minRows={2}
            maxRows={6}
            value={wish.reason ?? ''}
            disabled={busy}
            onChange={(event) => set({ reason: event.target.value })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || !canSave) return;
              event.preventDefault();
              onSave();
            }}
            slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          />
          <Stack direction="row" useFlexGap sx={{ gap: 1, flexWrap: 'wrap', mt: 1 }}>
            <Button type="submit" variant="contained" size="small" disabled={!canSave} loading={busy}>
              Save
            </Button>
            {reopenableStatuses.includes(status) && (
              <Button size="small" variant="outlined" disabled={busy} onClick={onReopen}>
                Take up again
              </Button>
            )}
          </Stack>
        </form>
      </CardContent>
    </Card>
  );
}

/** A note alone changes nothing. */
const isWish = ({ status, priority, assignee }: Wish): boolean =>
  status !== undefined || priority !== undefined || assignee !== undefined;
