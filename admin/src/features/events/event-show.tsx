import { eventsHttp, type WholeEvent } from '@easel/contracts/events/http';
import Lock from '@mui/icons-material/LockOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { call } from '../../lib/api.ts';
import { useMoved } from '../../lib/live.ts';
import { CauseGraph } from '../../causes/cause-graph.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { JsonView } from '../../ui/json-view.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RecordTrouble } from '../../ui/page-trouble.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { listPath, stepPath } from './addresses.ts';
import { listSearchOf } from './from-list.ts';
import { Neighbours } from './neighbours.tsx';
import { Who } from './who.tsx';

export default function EventShow() {
  const { id } = useParams();
  return id === undefined ? null : <EventPage position={id} />;
}

function EventPage({ position }: { position: string }) {
  const state = useLocation().state as unknown;
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    queryKey: ['events', 'one', position],
    queryFn: ({ signal }) => call(eventsHttp.one, { params: { id: position } }, { signal }),
    // From neighbour to neighbour one event stands until the next has come.
    placeholderData: keepPreviousData,
    refetchOnWindowFocus: false,
  });
  const isLast = data !== undefined && (data.newer === null || data.next === null);
  useMoved(['events'], () => {
    if (isLast) void refetch();
  });
  const back = (
    <MuiLink component={Link} to={`/events${listSearchOf(state)}`} variant="body2">
      ← All events
    </MuiLink>
  );
  if (error && (!data || isPlaceholderData)) {
    return <RecordTrouble title={`Event ${position}`} error={error} busy={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <Stack spacing={2} sx={{ mt: 2, mb: 4 }} aria-busy={!data || isPlaceholderData}>
      <PageTitle title={data ? `${data.type} · ${data.id}` : `Event ${position}`} />
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 3, rowGap: 1 }}>
        {back}
        <Neighbours event={data} isLeaving={isPlaceholderData} state={state} />
      </Box>
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplate: {
            xs: "'event' 'data' 'metadata' / minmax(0, 1fr)",
            lg: "'event data' auto 'metadata data' 1fr / minmax(0, 2fr) minmax(0, 3fr)",
          },
        }}
      >
        <Part title="The event" area="event">
          {data ? <EventFields event={data} /> : <Skeleton variant="rounded" height={330} />}
        </Part>
        <Part title="Data" area="data">
          {data ? <Data event={data} /> : <Skeleton variant="rounded" height={330} />}
        </Part>
        <Part title="Metadata" area="metadata">
          {data ? <JsonView value={data.metadata} label="Metadata" /> : <Skeleton variant="rounded" height={160} />}
        </Part>
      </Box>
      <Part title="Causes">
        {data ? <CauseGraph position={position} /> : <Skeleton variant="rounded" height={236} />}
      </Part>
    </Stack>
  );
}

const Part = ({ title, area, children }: { title: string; area?: string; children: ReactNode }) => (
  <Card sx={area === undefined ? {} : { gridArea: area }}>
    <CardContent>
      <Typography variant="h2" gutterBottom>
        {title}
      </Typography>
      {children}
    </CardContent>
  </Card>
);

function EventFields({ event }: { event: WholeEvent }) {
  const { id, event_id, type, category, stream, revision, at, actor, member_id, correlation_id, causation_id } = event;
  return (
    <Facts>
      <Fact name="Type">
        {type} <Narrow to={{ type: [type] }} of="type" />
      </Fact>
      <Fact name="Category">
        {category} <Narrow to={{ category: [category] }} of="category" />
      </Fact>
      <Fact name="Position">
        <span className="numbers">{id}</span>
      </Fact>
      <Fact name="Time (UTC)">
        <time dateTime={at}>{at.replace('T', ' ').replace('Z', '')}</time>
      </Fact>
      <Fact name="Stream">
        <ShortId id={stream} copy of="stream" /> at revision {revision} <Narrow to={{ stream }} of="stream" />
        <MuiLink
          component={Link}
          to={stepPath(stream, revision)}
          variant="body2"
          sx={{ whiteSpace: 'nowrap', color: 'text.secondary', textDecorationColor: 'currentColor', ml: 1 }}
        >
          Replay it
        </MuiLink>
      </Fact>
      <Fact name="Who">
        <Who actor={actor} /> {actor.id !== null && <Narrow to={{ actor: actor.id }} of="actor" />}
      </Fact>
      <Fact name="Member">
        {member_id === null ? null : (
          <>
            <ShortId id={member_id} copy of="member’s id" /> <Narrow to={{ member: member_id }} of="member" />
          </>
        )}
      </Fact>
      <Fact name="Correlation">
        {correlation_id === null ? null : (
          <>
            <ShortId id={correlation_id} copy of="correlation id" />{' '}
            <Narrow to={{ correlation: correlation_id }} of="correlation" />
          </>
        )}
      </Fact>
      <Fact name="Causation">
        {causation_id === null ? null : <ShortId id={causation_id} copy of="causation id" />}
      </Fact>
      <Fact name="Event id">
        <ShortId id={event_id} copy of="event id" />
      </Fact>
    </Facts>
  );
}

/** To the list, with nothing but these. */
const Narrow = ({ to, of }: { to: Record<string, unknown>; of: string }) => (
  <MuiLink
    component={Link}
    to={listPath(to)}
    variant="body2"
    sx={{ whiteSpace: 'nowrap', color: 'text.secondary', textDecorationColor: 'currentColor', ml: 0.5 }}
  >
    All of this {of}
  </MuiLink>
);

function Data({ event: { data, sealed, unreadable } }: { event: WholeEvent }) {
  return (
    <Stack spacing={1}>
      {unreadable && (
        <Alert severity="warning">
          As it is stored, for it could not be read: {unreadable.why}
          {unreadable.detail !== '' && ` – ${unreadable.detail}`}
        </Alert>
      )}
      <JsonView value={data} label="Data" />
      {sealed.length > 0 && (
        <Typography variant="body2" color="text.secondary" sx={{ display: 'flex', gap: 0.75 }}>
          <Lock fontSize="small" aria-hidden />
          <span>Sealed, as personal data is: {sealed.join(', ')}</span>
        </Typography>
      )}
    </Stack>
  );
}
