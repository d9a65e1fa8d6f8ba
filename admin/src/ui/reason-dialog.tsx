import { REASON_MAX } from '@easel/contracts/kernel/console';
import { visibleText } from '@easel/contracts/kernel/visible-text';
import TextField from '@mui/material/TextField';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FormDialog } from './form-dialog.tsx';

interface Props {
  title: string;
  /** What will happen, in a sentence or two; or further fields. */
  children?: ReactNode;
  /** On the button, as a verb. */
  action: string;
  danger?: boolean;
  /** False while something that has to be chosen is not. */
  canConfirm?: boolean;
  /** On the button that closes it; "Cancel" unless that could be mistaken for the action. */
  dismiss?: string;
  /** Rejects with what is shown; the dialog stays open then, with what was typed. */
  onConfirm: (reason: string, idempotencyKey: string) => Promise<unknown>;
  onClose: () => void;
}

/** Asks for the reason without which no operator changes anything that matters. Mount it to open it. */
export function ReasonDialog({ title, children, action, danger, canConfirm, dismiss, onConfirm, onClose }: Props) {
  const [reason, setReason] = useState('');
  // One request, one key: sent again after a failure, it is still the same request.
  const [key] = useState(() => crypto.randomUUID());

  // Where the reason is all that is asked for, it can be typed at once.
  const reasonField = useRef<HTMLTextAreaElement>(null);
  const isAlone = children === undefined || typeof children === 'string';
  useEffect(() => {
    if (isAlone) reasonField.current?.focus();
  }, [isAlone]);

  async function confirm() {
    if (visibleText(reason) === '') throw new Error('A reason is needed');
    await onConfirm(visibleText(reason), key);
  }

  return (
    <FormDialog
      title={title}
      action={action}
      {...(danger && { danger })}
      {...(canConfirm !== undefined && { canSubmit: canConfirm })}
      {...(dismiss !== undefined && { dismiss })}
      onSubmit={confirm}
      onClose={onClose}
    >
      {(isBusy) => (
        <>
          {children}
          <TextField
            label="Reason"
            required
            inputRef={reasonField}
            multiline
            minRows={2}
            maxRows={8}
            value={reason}
            disabled={isBusy}
            onChange={(event) => setReason(event.target.value)}
            slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          />
        </>
      )}
    </FormDialog>
  );
}
