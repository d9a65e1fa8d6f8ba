import { visibleText } from '@easel/contracts/kernel/visible-text';
import { orderActionsHttp } from '@easel/contracts/orders/actions.http';
import type { OrderRecord } from '@easel/contracts/orders/console.http';
import { NOTE_MAX } from '@easel/contracts/orders/policy';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useMayCall } from '../../lib/roles.ts';
import { useAction } from '../../lib/use-action.ts';
import { OperatorName } from '../../ui/operator-name.tsx';
import { Time } from '../../ui/time.tsx';
import { Section } from '../../ui/section.tsx';

/** Process managers are called by their names, such as `orders.refund`; operators have a UUID. */
const isProcess = (actorId: string): boolean => actorId.includes('.');

/** Notes of support, the newest last. */
export function Notes({ order }: { order: OrderRecord }) {
  const mayWrite = useMayCall(orderActionsHttp.note);
  return (
    <Section title="Notes">
      {order.notes.length === 0 ? (
        <Typography color="text.secondary">None yet. Members do not see notes.</Typography>
      ) : (
        <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {order.notes.map(({ id, note, at, operator_id: operatorId }) => (
            <Box component="li" key={id} sx={{ borderLeft: 2, borderColor: 'divider', pl: 2 }}>
              <Typography variant="body2" dir="auto" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
                {note}
              </Typography>
              <Typography variant="caption" color="text.secondary">
                {isProcess(operatorId) ? 'Automatic' : <OperatorName id={operatorId} />} · <Time at={at} />
              </Typography>
            </Box>
          ))}
        </Stack>
      )}
      {mayWrite && <NoteForm orderId={order.id} />}
    </Section>
  );
}

function NoteForm({ orderId }: { orderId: string }) {
  const add = useAction(orderActionsHttp.note);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // One note, one key: sent again after a failure, it is still the same note.
  const [key, setKey] = useState(() => crypto.randomUUID());
  const canSend = !busy && visibleText(note) !== '';

  async function send() {
    setBusy(true);
    setProblem(undefined);
    try {
      await add({ params: { id: orderId }, body: { note: visibleText(note) } }, key);
      setNote('');
      setKey(crypto.randomUUID());
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) void send();
      }}
    >
      <TextField
        label="Note"
        multiline
        minRows={2}
        maxRows={10}
        value={note}
        disabled={busy}
        onChange={(event) => {
          setNote(event.target.value);
          // Another note than the one that failed.
          if (problem !== undefined) setKey(crypto.randomUUID());
          setProblem(undefined);
        }}
        slotProps={{ htmlInput: { maxLength: NOTE_MAX } }}
      />
      {problem !== undefined && (
        <Alert severity="error" role="alert" sx={{ mt: 1 }}>
          {problem}
        </Alert>
      )}
      <Button type="submit" variant="outlined" size="small" disabled={!canSend} loading={busy} sx={{ mt: 1 }}>
        Add note
      </Button>
    </form>
  );
}
