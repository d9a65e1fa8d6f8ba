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
import type { Message, TriageRequest } from './message.ts';
import { useAssignees } from './operators.ts';

const NOBODY = '-';

interface Props {
  message: Message;
  request: TriageRequest;
  busy: boolean;
  onRequest: (request: TriageRequest) => void;
  onSave: () => void;
  onReopen: () => void;
}

/** Status, priority, assignee: chosen, then saved together. */
export function TriageCard({ message, request, busy, onRequest, onSave, onReopen }: Props) {
  const { status, priority, assignee } = message;
  const assignees = useAssignees();
  const chosen = request.assignee === undefined ? assignee : request.assignee;
  const canSave = !busy && isRequest(request);
  const set = (change: TriageRequest) => onRequest({ ...request, ...change });
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
            value={request.status ?? status}
            disabled={busy}
            onChange={(event) => set({ status: event.target.value as MessageStatus })}
          >
            {messageStatuses
              .filter((one) => one === status || one === request.status || statusMoves[status].includes(one))
              .map((one) => (
                <MenuItem key={one} value={one}>
                  {words(one)}
                </MenuItem>
              ))}
          </TextField>
          <TextField
            label="Priority"
            select
            value={request.priority ?? priority}
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
            value={request.reason ?? ''}
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

const isRequest = ({ status, priority, assignee, reason = '' }: TriageRequest): boolean =>
  status !== undefined || priority !== undefined || assignee !== undefined || reason.trim() !== '';
