import type { Reply } from '@easel/contracts/kernel/client/address';
import { overviewHttp } from '@easel/contracts/operations/overview.http';
import Box from '@mui/material/Box';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { RevenueCard } from '../../revenue/revenue-card.tsx';
import { netOf, useRevenue } from '../../revenue/use-revenue.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { figureText, type Series } from '../../ui/days.ts';
import { DaysCard } from '../../ui/days-card.tsx';
import { Figure, Figures } from '../../ui/figure.tsx';
import { formatDollars } from '../../ui/money.tsx';
import type { ReportName } from '@easel/contracts/reports/policy';
import { useReportPath } from '../../ui/reports.ts';
import type { AskedRange } from '../../ui/use-range.ts';

type Day = Reply<typeof overviewHttp.overview>['days'][number];
type Counted = Exclude<keyof Day, 'day'>;

const figures: readonly { of: Counted; label: string; report: ReportName }[] = [
  { of: 'visits', label: 'Visits', report: 'conversion' },
  { of: 'registered', label: 'Registrations', report: 'conversion' },
  { of: 'requested', label: 'Generations requested', report: 'renders' },
  { of: 'purchases', label: 'Purchases', report: 'earnings' },
];

const comings: readonly Series<'visits' | 'registered'>[] = [
  { of: 'visits', label: 'Visits', color: 'info', mark: 'plain' },
  { of: 'registered', label: 'Registrations', color: 'primary', mark: 'hatched' },
];
const doings: readonly Series<'requested' | 'purchases'>[] = [
  { of: 'requested', label: 'Generations requested', color: 'success', mark: 'plain' },
  { of: 'purchases', label: 'Purchases', color: 'primary', mark: 'hatched' },
];

const sum = (values: readonly number[] | undefined): number | undefined => values?.reduce((all, one) => all + one, 0);

/** What the days brought, in all and one by one. */
export function Trends({ range }: { range: AskedRange }) {
  const reading = useQuery({
    queryKey: ['overview', range],
    queryFn: ({ signal }) => call(overviewHttp.overview, { query: range }, { signal }),
  });
  const revenue = useRevenue(range);
  const days = reading.data?.days;
  return (
    <>
      {!reading.error && (
        <Card component="section" aria-labelledby="in-all">
          <CardContent>
            <CardHead id="in-all" title="In all" />
            <Figures label="In all">
              {figures.map(({ of, label, report }) => (
                <Counts key={of} label={label} report={report} values={days?.map((day) => day[of])} text={figureText} />
              ))}
              {!revenue.error && (
                <Counts
                  label="Net revenue"
                  report="revenue"
                  values={revenue.data?.days.map((day) => netOf(day) / 100)}
                  text={formatDollars}
                />
              )}
            </Figures>
          </CardContent>
        </Card>
      )}
      <Box
        sx={{ display: 'grid', gap: 2, gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(2, minmax(0, 1fr))' } }}
      >
        <DaysCard
          id="comings-by-day"
          title="Visits and registrations by day"
          report="conversion"
          series={comings}
          days={days}
          reading={reading}
          none="Nobody came on these days."
        />
        <DaysCard
          id="doings-by-day"
          title="Generations requested and purchases by day"
          report="renders"
          series={doings}
          days={days}
          reading={reading}
          none="Nothing was generated or bought on these days."
        />
      </Box>
      <RevenueCard range={range} />
    </>
  );
}

interface CountsProps {
  label: string;
  report: ReportName;
  values: readonly number[] | undefined;
  text: (value: number) => string;
}

function Counts({ label, report, values, text }: CountsProps) {
  const path = useReportPath(report);
  const all = sum(values);
  return (
    <Figure
      label={label}
      value={all === undefined ? undefined : text(all)}
      to={path}
      trend={{ values, text: `${label}, day by day: ${values?.map(text).join(', ')}` }}
    />
  );
}
