import { messagesHttp } from '@easel/contracts/messages/http';
import { operationsHttp } from '@easel/contracts/operations/http';
import { overviewHttp } from '@easel/contracts/operations/overview.http';
import { revenueHttp } from '@easel/contracts/revenue/http';
import Box from '@mui/material/Box';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMovedReads } from '../../lib/moved-reads.ts';
import { useMayCall } from '../../lib/roles.ts';
import { RevenueCard } from '../../revenue/revenue-card.tsx';
import { DaysCard } from '../../ui/days-card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RangeBar } from '../../ui/range-bar.tsx';
import { useRange } from '../../ui/use-range.ts';
import { CreditsCard, GenerationsCard } from './today-cards.tsx';
import { movements, outcomes } from './overview.ts';
import { EVERY_MS, PAUSE_MS } from './looking.ts';
import { MessagesCard } from './messages-card.tsx';
import { MoneyCard } from './money-card.tsx';
import { OrdersCard } from './orders-card.tsx';
import { ProjectionsCard } from './projections-card.tsx';
import { ProvidersLine } from './providers-line.tsx';

/** spec: public-and-commerce §2.1 "Admin Dashboard". */
export default function DashboardPage() {
  const mayMessages = useMayCall(messagesHttp.counts);
  const mayProjections = useMayCall(operationsHttp.list);
  const mayMoney = useMayCall(revenueHttp.days);
  const range = useRange();
  const reading = useQuery({
    queryKey: ['overview', range],
    queryFn: ({ signal }) => call(overviewHttp.overview, { query: range }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
  });
  const { data, error, isFetching, refetch } = reading;
  useMovedReads(['overview'], () => refetch(), PAUSE_MS);
  const today = (
    <>
      {mayMessages && <MessagesCard />}
      <OrdersCard overview={data} />
      <GenerationsCard overview={data} />
      <CreditsCard overview={data} />
      {mayMoney && <MoneyCard />}
    </>
  );
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <PageTitle title="Admin Dashboard" />
      <RangeBar />
      <Typography variant="body2" color="text.secondary">
        Days are UTC{data ? `; read at ${data.at.slice(11, 19)} UTC.` : '.'}
      </Typography>
      <ProvidersLine />
      {error && <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      <Box sx={cardGrid}>
        {mayProjections ? (
          <>
            <Stack spacing={2}>{today}</Stack>
            <ProjectionsCard />
          </>
        ) : (
          today
        )}
      </Box>
      <Box sx={cardGrid}>
        <DaysCard
          id="generations-by-day"
          title="Generations by day"
          report="renders"
          series={outcomes}
          stacked
          days={data?.days}
          reading={reading}
          none="Nothing was generated on these days."
        />
        <DaysCard
          id="credits-by-day"
          title="Credits by day"
          report="liability"
          series={movements}
          days={data?.days}
          reading={reading}
          none="No credits moved on these days."
        />
      </Box>
      {mayMoney && <RevenueCard range={range} />}
    </Stack>
  );
}

const cardGrid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' },
  alignItems: 'start',
};
