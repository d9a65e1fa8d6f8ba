import { ApiError } from '@easel/contracts/kernel/client/api-error';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink, useParams, useSearchParams } from 'react-router';
import { Failed } from '../../ui/failed.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { FactsCard } from './facts-card.tsx';
import { runPath, titleOf } from './titles.ts';
import { useFacts } from './use-reports.ts';

/** The facts behind one figure of a run. */
export default function FactsPage() {
  const { report = '', run = '' } = useParams();
  const [params] = useSearchParams();
  const asked = { row: params.get('row') ?? '', column: params.get('column') ?? '' };
  const { data, error, isFetching, refetch } = useFacts(run, asked);
  const isNone = error instanceof ApiError && error.status === 404;
  return (
    <Stack spacing={2} sx={{ mt: 2, alignItems: 'stretch' }}>
      <PageTitle title={titleOf(report)} />
      <Link component={RouterLink} to={runPath(report, run)} sx={{ alignSelf: 'flex-start' }}>
        All figures of this run
      </Link>
      {data && <FactsCard found={data.figure} />}
      {isNone && <Typography variant="h2">{error.message}</Typography>}
      {error && !isNone && <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {!data && !error && (
        <>
          <Typography role="status" color="text.secondary">
            The report is made again, and the facts that move this figure are noted.
          </Typography>
          <Skeleton variant="rounded" height={320} />
        </>
      )}
    </Stack>
  );
}
