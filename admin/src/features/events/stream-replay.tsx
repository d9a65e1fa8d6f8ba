import { eventsHttp, type StreamStep } from '@easel/contracts/events/http';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useParams } from 'react-router';
import { eventPath } from '../../causes/cause-texts.ts';
import { call } from '../../lib/api.ts';
import { Failed } from '../../ui/failed.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { shortId } from '../../ui/shorten-id.ts';
import { Time } from '../../ui/time.tsx';
import { listPath } from './addresses.ts';
import { ChangesTable, StateView } from './state-view.tsx';
import { Steps } from './steps.tsx';

/** A stream from its first fact on: what it amounts to after each, and what that fact changed. */
export default function StreamReplay() {
  const { stream, revision } = useParams();
  if (stream === undefined || revision === undefined) return null;
  return <Replay stream={stream} revision={revision} />;
}

function Replay({ stream, revision }: { stream: string; revision: string }) {
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['events', 'step', stream, revision],
    queryFn: ({ signal }) => call(eventsHttp.step, { params: { stream, revision } }, { signal }),
    // From step to step one stands until the next has come.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  const isStale = !data || isPlaceholderData;
  return (
    <Stack spacing={2} sx={{ mt: 2, mb: 4 }} aria-busy={isStale && !error}>
      <PageTitle title={`Replay of ${shortId(stream)}`} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 2, rowGap: 0.5 }}>
        <MuiLink component={Link} to={listPath({ stream })} variant="body2">
          ← All of this stream
        </MuiLink>
        <Typography variant="body2" color="text.secondary" component="span">
          <ShortId id={stream} copy of="stream" />
        </Typography>
      </Box>
      {error && isStale ? (
        <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <>
          <Steps stream={stream} revision={Number(revision)} last={data?.last} isLeaving={isStale} />
          {data ? <Step step={data} isStale={isStale} /> : <Skeleton variant="rounded" height={480} />}
        </>
      )}
    </Stack>
  );
}

const Step = ({ step, isStale }: { step: StreamStep; isStale: boolean }) => (
  <Box
    sx={{
      display: 'grid',
      gap: 2,
      opacity: isStale ? 0.5 : 1,
      gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 1fr)' },
      alignItems: 'start',
    }}
  >
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      <Part title="The fact">
        <Typography variant="body2" sx={{ mb: 1, overflowWrap: 'anywhere' }}>
          <MuiLink component={Link} to={eventPath(step.id)} sx={{ fontWeight: 600 }}>
            {step.type}
          </MuiLink>
          , <Time at={step.at} exact /> UTC
        </Typography>
        <JsonView value={step.data} label="Data" />
        {step.sealed.length > 0 && (
          <Typography variant="body2" color="text.secondary" sx={{ mt: 1 }}>
            Sealed, as personal data is, before it was folded: {step.sealed.join(', ')}
          </Typography>
        )}
      </Part>
      <Part title="What it changed">
        <ChangesTable changes={step.changes} more={step.more} />
      </Part>
    </Stack>
    <Part title="The state after it">
      {step.state ? (
        <StateView value={step.state.after} changed={step.changes.map(({ path }) => path)} />
      ) : (
        <Typography color="text.secondary">
          It is too large to be shown here: what was changed stands beside it.
        </Typography>
      )}
    </Part>
  </Box>
);

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card>
    <CardContent>
      <Typography variant="h2" gutterBottom>
        {title}
      </Typography>
      {children}
    </CardContent>
  </Card>
);
