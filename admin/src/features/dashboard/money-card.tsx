import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import { cameInOf, netOf, useRevenue } from '../../revenue/use-revenue.ts';
import { CardHead } from '../../ui/card-head.tsx';
import { Failed } from '../../ui/failed.tsx';
import { Figure, Figures } from '../../ui/figure.tsx';
import { formatDollars } from '../../ui/money.tsx';
import { useReportPath } from '../../ui/reports.ts';
import { useRange } from '../../ui/use-range.ts';

const text = (cents: number): string => formatDollars(cents / 100);

/** Money of the day that runs, beside those that are shown. */
export function MoneyCard() {
  const report = useReportPath('revenue');
  const today = useRevenue({ days: 1 });
  const shown = useRevenue(useRange());
  const { error, isFetching, refetch } = today;
  const day = today.data?.days.at(-1);
  const cameIn = day && cameInOf(day);
  return (
    <Card component="section" aria-labelledby="money-today">
      <CardContent>
        <CardHead id="money-today" title="Money today" />
        {error ? (
          <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Figures label="Money today">
            <Figure
              label="Net"
              value={day && text(netOf(day))}
              to={report}
              trend={{
                values: shown.data?.days.map(netOf),
                text: `Net, day by day: ${shown.data?.days.map((one) => text(netOf(one))).join(', ')}`,
              }}
            />
            <Figure label="Came in" value={cameIn === undefined ? undefined : text(cameIn)} />
            <Figure label="Went back" value={day && text(day.returned)} />
            <Figure label="Print costs" value={day && text(day.print_costs)} />
          </Figures>
        )}
      </CardContent>
    </Card>
  );
}
