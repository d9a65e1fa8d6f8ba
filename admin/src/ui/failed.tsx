import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';

interface Props {
  error: unknown;
  busy?: boolean | undefined;
  onRetry: () => void;
}

/** What could not be read, in the server's words, and a way to try again. */
export function Failed({ error, busy = false, onRetry }: Props) {
  return (
    <Alert
      severity="error"
      role="alert"
      action={
        <Button color="inherit" size="small" loading={busy} onClick={onRetry}>
          Try again
        </Button>
      }
    >
      {error instanceof Error ? error.message : 'This could not be read.'}
    </Alert>
  );
}
