import { reportsHttp } from '@easel/contracts/reports/http';
import Box from '@mui/material/Box';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import { useParams } from 'react-router';
import { useMayCall } from '../../lib/roles.ts';
import { Failed } from '../../ui/failed.tsx';
import { NoReport } from './no-report.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RequestCard } from './request-card.tsx';
import { RunsList } from './runs-list.tsx';
import { SchedulesCard } from './schedules-card.tsx';
import { isReport, titleOf } from './titles.ts';
import { useReports } from './use-reports.ts';

/** One report: asked for with its parameters, and its last runs. */
export default function ReportPage() {
  const { report: name } = useParams();
  const { data, error, isFetching, refetch } = useReports();
  const maySchedule = useMayCall(reportsHttp.schedules);
  const report = data?.reports.find((one) => one.name === name);
  if (!isReport(name) || (data && !report)) return <NoReport />;
  return (
    <Box
      sx={{
        mt: 2,
        display: 'grid',
        gap: 2,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) 360px' },
        alignItems: 'start',
      }}
    >
      <PageTitle title={titleOf(name)} />
      <Stack spacing={2}>
        {error && !data && <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton variant="rounded" height={260} />}
        {report && <RequestCard key={name} report={report} />}
        {maySchedule && <SchedulesCard report={name} />}
      </Stack>
      <RunsList report={name} />
    </Box>
  );
}
