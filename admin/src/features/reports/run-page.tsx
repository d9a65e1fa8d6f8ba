import type { WholeRun } from '@easel/contracts/reports/http';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useParams } from 'react-router';
import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { DetailedAlert } from '../../ui/detailed-alert.tsx';
import { Failed } from '../../ui/failed.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { MadeCard } from './made-card.tsx';
import { NoReport } from './no-report.tsx';
import { OriginCard } from './origin-card.tsx';
import { titleOf } from './titles.ts';
import { useRun } from './use-reports.ts';
import { WaitingCard } from './waiting-card.tsx';

/** One run of a report: how far it is, what it came to, and what that follows from. */
export default function RunPage() {
  const { report, run: id } = useParams();
  const { data, error, isFetching, refetch } = useRun(id);
  const run = data?.run;
  if ((error instanceof ApiError && error.status === 404) || (run && run.report !== report)) return <NoReport />;
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <PageTitle title={titleOf(report ?? '')} />
      {error && !run && <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!run && !error && <Skeleton variant="rounded" height={320} />}
      {run && (
        <Box
          sx={{
            display: 'grid',
            gap: 2,
            gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
            alignItems: 'start',
          }}
        >
          <Outcome run={run} />
          <OriginCard run={run} />
        </Box>
      )}
    </Stack>
  );
}

function Outcome({ run }: { run: WholeRun }) {
  if (run.state === 'waiting') return <WaitingCard run={run} />;
  if (run.table) return <MadeCard run={run} table={run.table} />;
  const { message, detail } = run.failure ?? { message: 'It was cancelled before it was made.', detail: null };
  return <DetailedAlert message={message} detail={detail ?? ''} />;
}
