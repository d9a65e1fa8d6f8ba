import { reportsHttp, type WholeRun } from '@easel/contracts/reports/http';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useNotify } from 'react-admin';
import { useMayCall } from '../../lib/roles.ts';
import { useAction } from '../../lib/use-action.ts';
import { Time } from '../../ui/time.tsx';

/** How far a run is, and a way to call it off. */
export function WaitingCard({ run: { id, progress, interrupted } }: { run: WholeRun }) {
  const cancel = useAction(reportsHttp.cancel);
  const mayCancel = useMayCall(reportsHttp.cancel);
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  const percent = progress ? Math.min(100, Math.round((100 * Number(progress.position)) / Number(progress.of))) : 0;

  async function leave() {
    setBusy(true);
    try {
      await cancel({ params: { id } });
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <Card component="section" aria-labelledby="waiting">
      <CardContent>
        <Typography variant="h2" id="waiting" gutterBottom>
          Being made
        </Typography>
        <LinearProgress
          aria-labelledby="waiting"
          variant={progress ? 'determinate' : 'indeterminate'}
          value={percent}
          sx={{ my: 2 }}
        />
        {interrupted && (
          <Alert severity="warning" sx={{ mb: 2 }}>
            {interrupted.message}. It is made again by itself: attempt {interrupted.attempts + 1} of {interrupted.of},{' '}
            <Time at={interrupted.retry_at} exact /> UTC at the earliest.
          </Alert>
        )}
        <Typography color="text.secondary" sx={{ mb: 2 }}>
          {progress ? `${percent} % of the log is read.` : 'It begins as soon as those before it are made.'} It goes on
          when you leave this page.
        </Typography>
        {mayCancel && (
          <Button variant="outlined" loading={busy} onClick={() => void leave()}>
            Cancel
          </Button>
        )}
      </CardContent>
    </Card>
  );
}
