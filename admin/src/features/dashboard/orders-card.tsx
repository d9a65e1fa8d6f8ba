import { eventsHttp } from '@easel/contracts/events/http';
import { ordersHttp } from '@easel/contracts/orders/http';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMovedReads } from '../../lib/moved-reads.ts';
import { useMayCall } from '../../lib/roles.ts';
import { Failed } from '../../ui/failed.tsx';
import { Figure, Figures } from '../../ui/figure.tsx';
import { formatCount, formatDollars } from '../../ui/money.tsx';
import { factsPath, lateOrdersPath } from './addresses.ts';
import { EVERY_MS, PAUSE_MS } from './looking.ts';
import type { Overview } from './overview.ts';

const counted = [
  { of: 'orders', label: 'Paid', fact: 'OrderPaid', text: formatCount },
  { of: 'orders_paid', label: 'Sum paid', fact: 'OrderPaid', text: formatDollars },
  { of: 'shipped', label: 'Shipped', fact: 'OrderParcelShipped', text: formatCount },
] as const;

/** Orders of the day that runs, test orders left out, and how many are late now. */
export function OrdersCard({ overview }: { overview: Overview | undefined }) {
  const mayLook = useMayCall(eventsHttp.list);
  const mayRead = useMayCall(ordersHttp.counts);
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h2" gutterBottom>
          Orders today
        </Typography>
        <Figures label="Orders today">
          {counted.map(({ of, label, fact, text }) => (
            <Figure
              key={of}
              label={label}
              value={overview && text(overview.today[of])}
              to={mayLook && overview ? factsPath(fact, overview.at.slice(0, 10)) : undefined}
              trend={{
                values: overview?.days.map((day) => day[of]),
                text: `${label}, day by day: ${overview?.days.map((day) => text(day[of])).join(', ')}`,
              }}
            />
          ))}
          {mayRead && <LateFigure />}
        </Figures>
      </CardContent>
    </Card>
  );
}

function LateFigure() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['orders', 'counts'],
    queryFn: ({ signal }) => call(ordersHttp.counts, {}, { signal }),
    refetchInterval: EVERY_MS,
  });
  useMovedReads(['orders'], () => refetch(), PAUSE_MS);
  if (error) {
    return (
      <li>
        <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
      </li>
    );
  }
  return <Figure label="Late now" value={data && formatCount(data.late)} to={lateOrdersPath} />;
}
