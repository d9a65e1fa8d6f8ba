import { operationsHttp, type ProjectionRecord, type RebuildRun } from '@easel/contracts/operations/http';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useNotify } from 'react-admin';
import { useAction } from '../../lib/use-action.ts';
import { formatCount } from '../../ui/money.tsx';
import { ReasonDialog } from '../../ui/reason-dialog.tsx';

interface Props {
  projection: Pick<ProjectionRecord, 'id'>;
  onClose: () => void;
}

export function PauseDialog({ projection: { id }, onClose }: Props) {
  const pause = useAction(operationsHttp.pause);
  const notify = useNotify();
  return (
    <ReasonDialog
      title={`Pause ${id}`}
      action="Pause"
      danger
      onClose={onClose}
      onConfirm={async (reason, key) => {
        await pause({ params: { id }, body: { reason } }, key);
        notify(`${id} is paused`, { type: 'success' });
      }}
    >
      It stands still until somebody resumes it. Reads go on, and what they show gets older.
    </ReasonDialog>
  );
}

export function ResumeDialog({ projection: { id }, onClose }: Props) {
  const resume = useAction(operationsHttp.resume);
  const notify = useNotify();
  return (
    <ReasonDialog
      title={`Resume ${id}`}
      action="Resume"
      onClose={onClose}
      onConfirm={async (reason, key) => {
        await resume({ params: { id }, body: { reason } }, key);
        notify(`${id} goes on`, { type: 'success' });
      }}
    >
      It goes on where it stands, and works through what has come meanwhile.
    </ReasonDialog>
  );
}

export function RebuildDialog({ projection: { id }, accepting = false, onClose }: Props & { accepting?: boolean }) {
  const rebuild = useAction(operationsHttp.rebuild);
  const notify = useNotify();
  const [accept, setAccept] = useState(accepting);
  const meaning = useId();
  return (
    <ReasonDialog
      title={`Rebuild ${id}`}
      action={accept ? 'Rebuild and accept' : 'Rebuild'}
      danger={accept}
      onClose={onClose}
      onConfirm={async (reason, key) => {
        await rebuild({ params: { id }, body: { reason, accept_difference: accept } }, key);
        notify(`The rebuild of ${id} is on its way`, { type: 'success' });
      }}
    >
      <Typography gutterBottom>
        Every fact is read again into fresh tables beside the live ones, which go on being read. Where they are equal at
        the end, the fresh ones take their place.
      </Typography>
      <FormControlLabel
        control={
          <Checkbox
            checked={accept}
            onChange={(_, checked) => setAccept(checked)}
            slotProps={{ input: { 'aria-describedby': meaning } }}
          />
        }
        label="Accept a difference"
      />
      <FormHelperText id={meaning} sx={{ mt: 0, ml: 4, mb: 1 }}>
        {accept
          ? 'The fresh tables take the live ones’ place even where they differ. Do so only where you know why they differ, and that the fresh ones are right.'
          : 'Where the tables differ, the live ones are kept, and the difference is shown.'}
      </FormHelperText>
    </ReasonDialog>
  );
}

export function CancelDialog({ projection: { id }, run, onClose }: Props & { run: RebuildRun }) {
  const cancel = useAction(operationsHttp.cancel);
  const notify = useNotify();
  return (
    <ReasonDialog
      title={`Cancel the rebuild of ${id}`}
      action="Cancel the rebuild"
      danger
      onClose={onClose}
      onConfirm={async (reason, key) => {
        await cancel({ params: { id }, body: { run_id: run.id, reason } }, key);
        notify('The rebuild is being cancelled', { type: 'success' });
      }}
    >
      The fresh tables are thrown away; the live ones stay as they are.
    </ReasonDialog>
  );
}

interface RetryProps extends Props {
  parked: { partition: string; facts: number };
}

export function RetryDialog({ projection: { id }, parked: { partition, facts }, onClose }: RetryProps) {
  const retry = useAction(operationsHttp.retry);
  const notify = useNotify();
  return (
    <ReasonDialog
      title="Try the parked facts again"
      action="Try again"
      onClose={onClose}
      onConfirm={async (reason, key) => {
        await retry({ params: { id }, body: { partition, reason } }, key);
        notify('The parked facts are tried again', { type: 'success' });
      }}
    >
      <Typography gutterBottom sx={{ overflowWrap: 'anywhere' }}>
        {facts === 1 ? 'The parked fact' : `The ${formatCount(facts)} parked facts`} of <code>{partition}</code> will be
        applied in order, up to the first that still fails. What fails again stays parked.
      </Typography>
    </ReasonDialog>
  );
}
