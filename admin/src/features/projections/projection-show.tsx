import type { Reply } from '@easel/contracts/kernel/client/address';
import { operationsHttp, type ProjectionRecord } from '@easel/contracts/operations/http';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { ShowBase, useRecordContext, useShowContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMovedReads } from '../../lib/moved-reads.ts';
import { useMayCall } from '../../lib/roles.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { eventsBehindText, secondsText } from '../../ui/lag-texts.ts';
import { formatCount } from '../../ui/money.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PageTrouble } from '../../ui/page-trouble.tsx';
import { Time } from '../../ui/time.tsx';
import { PauseDialog, RebuildDialog, ResumeDialog } from './actions.tsx';
import { LagCard } from './lag-card.tsx';
import { PAUSE_MS, POLL_MS } from './looking.ts';
import { ParkedCard } from './parked-card.tsx';
import { PhaseChip } from './phase-chip.tsx';
import { RebuildCard } from './rebuild-card.tsx';
import { RunsCard } from './runs-card.tsx';
import { isMoving, phaseTexts, positionText, STANDS_STILL, underWay } from './standing.ts';

/** The list's record is shown until the whole one has come. */
type Projection = ProjectionRecord & Partial<Pick<Reply<typeof operationsHttp.one>, 'partitions' | 'runs'>>;

export default function ProjectionShow() {
  return (
    <ShowBase<Projection>
      disableAuthentication
      error={<PageTrouble title="Projection" />}
      queryOptions={{
        onError: () => undefined,
        refetchInterval: ({ state }) => (state.data && !isMoving(state.data) ? false : POLL_MS),
      }}
    >
      <ProjectionPage />
    </ShowBase>
  );
}

function ProjectionPage() {
  const { refetch } = useShowContext<Projection>();
  const projection = useRecordContext<Projection>();
  // Of whatever moved a projection has told.
  useMovedReads('any', () => refetch(), PAUSE_MS);
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 1100 }}>
      <PageTitle title={projection ? `Projection ${projection.id}` : 'Projection'} />
      {projection ? <StateCard projection={projection} /> : <Skeleton variant="rounded" height={380} />}
      {projection && <LagCard name={projection.id} />}
      {projection?.rebuild && <RebuildCard projection={projection} run={projection.rebuild} />}
      {projection && <ParkedCard projection={projection} partitions={projection.partitions} />}
      {projection && <RunsCard runs={projection.runs} />}
    </Stack>
  );
}

function StateCard({ projection }: { projection: Projection }) {
  const [asked, setAsked] = useState<'pause' | 'resume' | 'rebuild'>();
  const mayPause = useMayCall(operationsHttp.pause);
  const mayResume = useMayCall(operationsHttp.resume);
  const mayRebuild = useMayCall(operationsHttp.rebuild);
  const { phase, reason, stands_still, paused, whole } = projection;
  const close = () => setAsked(undefined);
  return (
    <Card component="section" aria-labelledby="state">
      <CardContent>
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center', mb: 1 }}>
          <Typography variant="h2" id="state">
            State
          </Typography>
          <span role="status">
            <PhaseChip record={projection} />
          </span>
        </Stack>
        <Typography variant="body2" color="text.secondary" sx={{ overflowWrap: 'anywhere', mb: 1.5 }}>
          {phaseTexts[phase]}
          {reason !== null && ` ${phase === 'paused' ? 'Reason given' : 'Why'}: ${reason}`}
        </Typography>
        {stands_still && (
          <Alert severity="error" variant="outlined" role="alert" sx={{ my: 1 }}>
            {STANDS_STILL}
          </Alert>
        )}
        {!whole && (
          <Alert severity="warning" variant="outlined" role="presentation" sx={{ my: 1 }}>
            It has not shown the whole log yet: what is read from it is a part.
          </Alert>
        )}
        <Facts>
          <Fact name="Behind">
            <span className="numbers">{eventsBehindText(projection)}</span>
          </Fact>
          <Fact name="Lag">
            <span className="numbers">{secondsText(projection.lag_seconds)}</span>
          </Fact>
          <Fact name="Pace">
            <span className="numbers">{formatCount(projection.events_per_second)} events/s</span>
          </Fact>
          <Fact name="Checkpoint">
            <span className="numbers">{positionText(projection.position)}</span>
          </Fact>
          <Fact name="Applied">
            <span className="numbers">{formatCount(projection.events_applied)} events</span>
          </Fact>
          <Fact name="Passed over">
            <span className="numbers">{formatCount(projection.events_ignored)} events</span> of types that this code
            does not know
          </Fact>
          <Fact name="Parked">
            <span className="numbers">{formatCount(projection.parked)} facts</span>
          </Fact>
          <Fact name="Version">
            {projection.version}, in schema <code>{projection.schema}</code>
          </Fact>
          <Fact name="Written last">
            <Time at={projection.updated_at} />
          </Fact>
        </Facts>
        <Stack direction="row" spacing={1} useFlexGap sx={{ mt: 2, flexWrap: 'wrap' }}>
          {mayPause && !paused && (
            <Button variant="outlined" size="small" onClick={() => setAsked('pause')}>
              Pause
            </Button>
          )}
          {mayResume && paused && (
            <Button variant="outlined" size="small" onClick={() => setAsked('resume')}>
              Resume
            </Button>
          )}
          {mayRebuild && !underWay(projection) && (
            <Button variant="outlined" size="small" onClick={() => setAsked('rebuild')}>
              Rebuild
            </Button>
          )}
          <Button size="small" component={RouterLink} to="/projections">
            All projections
          </Button>
        </Stack>
        {asked === 'pause' && <PauseDialog projection={projection} onClose={close} />}
        {asked === 'resume' && <ResumeDialog projection={projection} onClose={close} />}
        {asked === 'rebuild' && <RebuildDialog projection={projection} onClose={close} />}
      </CardContent>
    </Card>
  );
}
