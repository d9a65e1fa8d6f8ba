import { telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink, useSearchParams } from 'react-router';
import { call } from '../../lib/api.ts';
import { words } from '../../ui/choices.ts';
import { type Series, shortDay } from '../../ui/days.ts';
import { DaysCard } from '../../ui/days-card.tsx';
import { Failed } from '../../ui/failed.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RangeBar } from '../../ui/range-bar.tsx';
import { useRange } from '../../ui/use-range.ts';
import { BreakdownCard } from './breakdown-card.tsx';
import { Narrowed } from './narrowed.tsx';
import { LongTasksCard, SlowResourcesCard } from './slow-cards.tsx';
import { thresholdText, vitalNames, vitalOf, vitalText } from './vitals.ts';
import { VitalsList } from './vitals-list.tsx';

const shares: readonly Series<'good' | 'needs_improvement' | 'poor'>[] = [
  { of: 'good', label: 'Good', color: 'success', mark: 'plain' },
  { of: 'needs_improvement', label: 'Needs improvement', color: 'warning', mark: 'hatched' },
  { of: 'poor', label: 'Poor', color: 'error', mark: 'dotted' },
];

/** spec: public-and-commerce §9 "Performance monitoring". */
export default function PerformancePage() {
  const range = useRange();
  const [params] = useSearchParams();
  const vital = vitalOf(params.get('vital'));
  const asked = { ...range, vital, page: params.get('page') ?? undefined, build: params.get('build') ?? undefined };
  const reading = useQuery({
    queryKey: ['performance', asked],
    queryFn: ({ signal }) => call(telemetryConsoleHttp.performance, { query: asked }, { signal }),
  });
  const { data, error, isFetching, refetch } = reading;

  const linkWith = (name: string, value: string) => {
    const next = new URLSearchParams(params);
    next.set(name, value);
    return { search: `?${next}` };
  };
  const narrowing = (name: 'page' | 'build', value: string) => (
    <Link component={RouterLink} to={linkWith(name, value)} color="inherit" sx={{ whiteSpace: 'nowrap' }}>
      {value}
    </Link>
  );
  const name = vital.toUpperCase();
  return (
    <Stack spacing={2} sx={{ mt: 2 }}>
      <PageTitle title="Performance" />
      <RangeBar />
      <Typography variant="body2" color="text.secondary">
        As browsers measured it, within 3 %. The large figures are the 75th percentile: three of four views were at
        least as good.
      </Typography>
      <Narrowed />
      {error && <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />}
      {(data || !error) && (
        <>
          <VitalsList metrics={data?.metrics} current={vital} linkTo={(chosen) => linkWith('vital', chosen)} />
          <DaysCard
            id="vital-by-day"
            title={`${name} by day`}
            note={`${vitalNames[vital]}: views by how it is rated. ${thresholdText(vital)}.`}
            report="vitals"
            series={shares}
            stacked
            days={data?.days}
            reading={reading}
            columns={[{ label: 'p75', text: ({ p75 }) => (p75 === null ? 'not measured' : vitalText(vital, p75)) }]}
            none="Nothing was measured on these days."
          />
          <BreakdownCard
            id="by-page"
            title={`${name} by page`}
            note="The slowest first. A page leads to its figures alone."
            of="Page"
            rows={data?.pages}
            nameOf={({ page }) => narrowing('page', page)}
            keyOf={({ page }) => page}
          />
          <BreakdownCard
            id="by-build"
            title={`${name} by build`}
            note="The newest first, and since which day (UTC) it was measured in this range."
            of="Build"
            rows={data?.builds}
            nameOf={({ build, since }) => (
              <>
                {narrowing('build', build)}{' '}
                <Typography component="span" variant="body2" color="text.secondary" sx={{ whiteSpace: 'nowrap' }}>
                  since {shortDay(since)}
                </Typography>
              </>
            )}
            keyOf={({ build }) => build}
          />
          <BreakdownCard
            id="by-connection"
            title={`${name} by connection`}
            of="Connection"
            rows={data?.connections}
            nameOf={({ connection }) => connectionText(connection)}
            keyOf={({ connection }) => connection}
          />
          <SlowResourcesCard rows={data?.slow} />
          <LongTasksCard rows={data?.long_tasks} />
        </>
      )}
    </Stack>
  );
}

const connectionText = (connection: string): string => (/\dg$/.test(connection) ? connection : words(connection));
