import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { Failed } from '../../ui/failed.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RunsList } from './runs-list.tsx';
import { titleOf } from './titles.ts';
import { useReports } from './use-reports.ts';

/** The reports that are built in, each by what it answers, and what was made last. */
export default function ReportsPage() {
  const { data, error, isFetching, refetch } = useReports();
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
      <PageTitle title="Reports" />
      <Card component="section" aria-labelledby="built-in">
        <CardContent>
          <Typography variant="h2" id="built-in" gutterBottom>
            What can be asked
          </Typography>
          {error && !data && <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />}
          {!data && !error && <Skeleton variant="rounded" height={320} />}
          <Box component="ul" aria-labelledby="built-in" sx={{ listStyle: 'none', m: 0, p: 0 }}>
            {data?.reports.map(({ name, answers }) => (
              <Box component="li" key={name} sx={{ py: 1 }}>
                <Link component={RouterLink} to={`/reports/${name}`} sx={{ fontWeight: 600 }}>
                  {titleOf(name)}
                </Link>
                <Typography variant="body2" color="text.secondary">
                  {answers}
                </Typography>
              </Box>
            ))}
          </Box>
        </CardContent>
      </Card>
      <RunsList />
    </Box>
  );
}
