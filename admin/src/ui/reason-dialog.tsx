import { REASON_MAX } from '@easel/contracts/kernel/console';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';

interface Props {
  title: string;
  /** What will happen, in a sentence or two; or further fields. */
  children?: ReactNode;
  /** On the button, as a verb. */
  action: string;
  danger?: boolean;
  /** Rejects with what is shown; the dialog stays open then, with what was typed. */
  onConfirm: (reason: string, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason without which no operator changes anything that matters. Mount it to open it. */
export function ReasonDialog({ title, children, action, danger = false, onConfirm, onClose }: Props) {
  const titleId = useId();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const [busy, setBusy] = useState(false);
  // One request, one key: sent again after a failure, it is still the same request.
  const [key] = useState(() => crypto.randomUUID());

  // Where the reason is all that is asked for, it can be typed at once.
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const isAlone = children === undefined || typeof children === 'string';
  useEffect(() => {
    if (isAlone) reasonField.current?.focus();
  }, [isAlone]);

  async function confirm() {
    if (visibleText(reason) === '') {
      setProblem('A reason is needed');
      return;
    }
    setBusy(true);
    setProblem(undefined);
    try {
      await onConfirm(visibleText(reason), key);
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  }

  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void confirm();
        }}
      >
        <DialogTitle id={titleId} component="h2">
          {title}
        </DialogTitle>
        <DialogContent>
          {children}
          <TextField
            label="Reason"
            required
            inputRef={reasonField}
            multiline
            minRows={2}
            maxRows={8}
            value={reason}
            disabled={busy}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          />
          {problem !== undefined && (
            <Alert severity="error" role="alert" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={busy} color="inherit">
            Cancel
          </Button>
          <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} loading={busy}>
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
