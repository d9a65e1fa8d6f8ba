import { operationsHttp, type ProjectionRecord, type RebuildRun } from '@easel/contracts/operations/http';
import { hasEnded, isCancellable } from '@easel/contracts/operations/policy';
import Alert, { type AlertColor } from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import LinearProgress from '@mui/material/LinearProgress';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useMayCall } from '../../lib/roles.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { secondsText } from '../../ui/lag-texts.ts';
import { formatCount } from '../../ui/money.tsx';
import { OperatorName } from '../../ui/operator-name.tsx';
import { Time } from '../../ui/time.tsx';
import { CancelDialog, RebuildDialog } from './actions.tsx';
import { RunChip } from './phase-chip.tsx';
import { RunTables } from './run-tables.tsx';
import { outcomeText, percentOf } from './standing.ts';

const severities: Readonly<Record<RebuildRun['status'], AlertColor>> = {
  queued: 'info',
  running: 'info',
  comparing: 'info',
  swapping: 'info',
  swapped: 'success',
  different: 'error',
  cancelled: 'info',
  failed: 'error',
};

/** The rebuild that is under way, else what came of the latest. */
export function RebuildCard({ projection, run }: { projection: ProjectionRecord; run: RebuildRun }) {
  const [asked, setAsked] = useState<'cancel' | 'accept'>();
  const mayCancel = useMayCall(operationsHttp.cancel);
  const mayRebuild = useMayCall(operationsHttp.rebuild);
  const { status, tables, facts, facts_per_second, eta_seconds, total } = run;
  const ended = hasEnded(status);
  const close = () => setAsked(undefined);
  return (
    <Card component="section" aria-labelledby="rebuild">
      <CardContent>
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center', mb: 1.5 }}>
          <Typography variant="h2" id="rebuild">
            {ended ? 'Latest rebuild' : 'Rebuild'}
          </Typography>
          <span role="status">
            <RunChip status={status} />
          </span>
        </Stack>
        <Alert severity={severities[status]} variant="outlined" role="presentation" sx={{ overflowWrap: 'anywhere' }}>
          {outcomeText(run)}
        </Alert>
        {/* Its room is kept, so that nothing moves up when it has ended. */}
        <Box sx={{ height: 4, my: 1.5 }}>{!ended && <Progress run={run} />}</Box>
        <Facts>
          <Fact name="Facts read">
            <span className="numbers">
              {formatCount(facts)}
              {total !== null && ` of ${formatCount(Math.max(facts, total))}`}
            </span>
          </Fact>
          <Fact name="Pace">
            {facts_per_second === null ? undefined : (
              <span className="numbers">{formatCount(facts_per_second)} facts/s</span>
            )}
          </Fact>
          {!ended && (
            <Fact name="Left">
              {eta_seconds === null ? (
                'not known yet'
              ) : (
                <span className="numbers">about {secondsText(eta_seconds)}</span>
              )}
            </Fact>
          )}
          <Fact name="Asked by">
            <OperatorName id={run.requested_by.id} />
            {run.requested_by.role !== null && ` (${run.requested_by.role})`}, <Time at={run.requested_at} />
          </Fact>
          <Fact name="Reason">{run.reason}</Fact>
          <Fact name="A difference">{run.accept_difference ? 'is accepted' : 'keeps the live tables'}</Fact>
        </Facts>
        {tables.length > 0 && (
          <Box sx={{ mt: 2 }}>
            <Typography variant="h3" gutterBottom>
              Tables, live beside fresh
            </Typography>
            <RunTables tables={tables} />
          </Box>
        )}
        {isCancellable(status) && mayCancel && (
          <Button variant="outlined" size="small" color="error" sx={{ mt: 2 }} onClick={() => setAsked('cancel')}>
            Cancel the rebuild
          </Button>
        )}
        {status === 'different' && mayRebuild && (
          <Button variant="outlined" size="small" color="error" sx={{ mt: 2 }} onClick={() => setAsked('accept')}>
            Rebuild and accept
          </Button>
        )}
        {asked === 'cancel' && <CancelDialog projection={projection} run={run} onClose={close} />}
        {asked === 'accept' && <RebuildDialog projection={projection} accepting onClose={close} />}
      </CardContent>
    </Card>
  );
}

function Progress({ run }: { run: RebuildRun }) {
  const percent = percentOf(run);
  return percent === undefined ? (
    <LinearProgress aria-label="The rebuild is under way" />
  ) : (
    <LinearProgress variant="determinate" value={percent} aria-label={`The rebuild is ${percent} % on its way`} />
  );
}
