import { messagesHttp } from '@easel/contracts/messages/http';
import { operationsHttp } from '@easel/contracts/operations/http';
import { overviewHttp } from '@easel/contracts/operations/overview.http';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMovedReads } from '../../lib/moved-reads.ts';
import { useMayCall } from '../../lib/roles.ts';
import { Failed } from '../../ui/failed.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { CreditsCard, GenerationsCard } from './today-cards.tsx';
import { DaysCard } from './days-card.tsx';
import { movements, outcomes } from './days.ts';
import { EVERY_MS, PAUSE_MS } from './looking.ts';
import { MessagesCard } from './messages-card.tsx';
import { ProjectionsCard } from './projections-card.tsx';

/** spec: public-and-commerce §2.1, Admin Dashboard. */
export default function DashboardPage() {
  const mayMessages = useMayCall(messagesHttp.counts);
  const mayProjections = useMayCall(operationsHttp.list);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['overview'],
    queryFn: ({ signal }) => call(overviewHttp.overview, {}, { signal }),
    refetchInterval: EVERY_MS,
  });
  useMovedReads(['overview'], () => refetch(), PAUSE_MS);
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <PageTitle title="Admin Dashboard" />
      <Typography variant="body2" color="text.secondary">
        Days are UTC{data ? `; read at ${data.at.slice(11, 19)} UTC.` : '.'}
      </Typography>
      {error && <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      <Box sx={cardGrid}>
        {mayMessages && <MessagesCard />}
        <GenerationsCard overview={data} />
        <CreditsCard overview={data} />
        {mayProjections && <ProjectionsCard />}
      </Box>
      <Box sx={cardGrid}>
        <DaysCard
          id="generations-by-day"
          title="Generations by day"
          series={outcomes}
          unit="generations"
          days={data?.days}
        />
        <DaysCard id="credits-by-day" title="Credits by day" series={movements} unit="credits" days={data?.days} />
      </Box>
    </Stack>
  );
}

const cardGrid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
};
