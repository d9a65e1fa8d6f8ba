import type { ReportRun } from '@easel/contracts/reports/http';
import type { ReportName, RunState } from '@easel/contracts/reports/policy';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { Link as RouterLink } from 'react-router';
import { Failed } from '../../ui/failed.tsx';
import { AskedFor } from './asked-for.tsx';
import { runPath, titleOf } from './titles.ts';
import { useRuns } from './use-reports.ts';

export const stateTexts: Readonly<Record<RunState, string>> = {
  waiting: 'Being made',
  made: 'Made',
  failed: 'Could not be made',
  cancelled: 'Cancelled',
};

/** The last runs of a report, or of all. */
export function RunsList({ report }: { report?: ReportName }) {
  const { data, error, isFetching, refetch } = useRuns(report);
  return (
    <Card component="section" aria-labelledby="runs">
      <CardContent>
        <Typography variant="h2" id="runs" gutterBottom>
          Last runs
        </Typography>
        {error && !data && <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton variant="rounded" height={80} />}
        {data?.runs.length === 0 && (
          <Typography color="text.secondary">None yet. What is made here is kept, with what it was made of.</Typography>
        )}
        <Box component="ul" aria-labelledby="runs" sx={{ listStyle: 'none', m: 0, p: 0 }}>
          {data?.runs.map((run) => (
            <Stack component="li" key={run.id} sx={{ py: 0.75 }}>
              <Link component={RouterLink} to={runPath(run.report, run.id)}>
                {report === undefined ? `${titleOf(run.report)}, ` : ''}
                {runText(run)}
              </Link>
              <Typography variant="body2" color="text.secondary">
                {stateTexts[run.state]}, <AskedFor run={run} />
              </Typography>
            </Stack>
          ))}
        </Box>
      </CardContent>
    </Card>
  );
}

/** By which one tells it from others of its report. */
export function runText({ parameters, position, as_of: asOf }: ReportRun): string {
  const given = parametersText(parameters);
  const place = position ?? asOf;
  return `${given === '' ? '' : `${given}, `}as of ${place ?? 'now'}`;
}

/** Empty where there are none. */
export const parametersText = (parameters: ReportRun['parameters']): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');
