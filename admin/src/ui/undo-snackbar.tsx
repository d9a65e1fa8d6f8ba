import Alert, { type AlertColor } from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';

const SHOWN_MS = 10_000;

export interface Told {
  /** Another for each thing that is told: the newest takes the place of what was told before. */
  id: number;
  text: string;
  severity: AlertColor;
  onUndo?: () => void;
}

/** Tells what was done and, for some seconds, takes it back. It waits while it is pointed at or has the focus. */
export function UndoSnackbar({ told, onClose }: { told: Told | undefined; onClose: () => void }) {
  return (
    <Snackbar
      key={told?.id}
      open={told !== undefined}
      autoHideDuration={SHOWN_MS}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      onClose={(_, reason) => {
        if (reason !== 'clickaway') onClose();
      }}
    >
      <Alert
        severity={told?.severity ?? 'success'}
        variant="outlined"
        role="status"
        sx={{ bgcolor: 'background.paper', alignItems: 'center', boxShadow: 4 }}
        action={
          told?.onUndo && (
            <Button color="inherit" size="small" onClick={told.onUndo}>
              Undo
            </Button>
          )
        }
      >
        {told?.text}
      </Alert>
    </Snackbar>
  );
}
