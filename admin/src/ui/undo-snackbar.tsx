import Alert, { type AlertColor } from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Snackbar from '@mui/material/Snackbar';

const SHOWN_MS = 10_000;

export interface Notice {
  /** Another for each thing that is told: the newest takes the place of what was told before. */
  id: number;
  text: string;
  severity: AlertColor;
  onUndo?: () => void;
}

/** Tells what was done and, for some seconds, takes it back. It waits while it is pointed at or has the focus. */
export function UndoSnackbar({ notice, onClose }: { notice: Notice | undefined; onClose: () => void }) {
  return (
    <Snackbar
      key={notice?.id}
      open={notice !== undefined}
      autoHideDuration={SHOWN_MS}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'center' }}
      onClose={(_, reason) => {
        if (reason !== 'clickaway') onClose();
      }}
    >
      <Alert
        severity={notice?.severity ?? 'success'}
        variant="outlined"
        role="status"
        sx={{ bgcolor: 'background.paper', alignItems: 'center', boxShadow: 4 }}
        action={
          notice?.onUndo && (
            <Button color="inherit" size="small" onClick={notice.onUndo}>
              Undo
            </Button>
          )
        }
      >
        {notice?.text}
      </Alert>
    </Snackbar>
  );
}
