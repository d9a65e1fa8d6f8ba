import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { type ReactNode, useId, useState } from 'react';

interface Props {
  title: string;
  children: (isBusy: boolean) => ReactNode;
  /** On the button, as a verb. */
  action: string;
  danger?: boolean;
  /** False while something that has to be chosen is not. */
  canSubmit?: boolean;
  /** On the button that closes it. */
  dismiss?: string;
  maxWidth?: 'xs' | 'sm';
  /** Closes the dialog when it resolves; what it rejects with is shown, and the dialog keeps what was typed. */
  onSubmit: () => Promise<unknown>;
  onClose: () => void;
}

/** A form in a dialog. Mount it to open it. */
export function FormDialog({
  title,
  children,
  action,
  danger = false,
  canSubmit = true,
  dismiss = 'Cancel',
  maxWidth = 'sm',
  onSubmit,
  onClose,
}: Props) {
  const titleId = useId();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);

  async function submit() {
    setIsBusy(true);
    setProblem(undefined);
    try {
      await onSubmit();
      onClose();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setIsBusy(false);
    }
  }

  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-labelledby={titleId} fullWidth maxWidth={maxWidth}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          void submit();
        }}
      >
        <DialogTitle id={titleId} component="h2">
          {title}
        </DialogTitle>
        <DialogContent>
          {children(isBusy)}
          {problem !== undefined && (
            <Alert severity="error" role="alert" sx={{ mt: 1 }}>
              {problem}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isBusy} color="inherit">
            {dismiss}
          </Button>
          <Button
            type="submit"
            variant="contained"
            color={danger ? 'error' : 'primary'}
            disabled={!canSubmit}
            loading={isBusy}
          >
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
