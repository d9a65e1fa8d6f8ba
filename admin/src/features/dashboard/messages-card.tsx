import { messagesHttp } from '@easel/contracts/messages/http';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { useMovedReads } from '../../lib/moved-reads.ts';
import { Failed } from '../../ui/failed.tsx';
import { Figure, Figures } from '../../ui/figure.tsx';
import { formatCount } from '../../ui/money.tsx';
import { messagesPath } from './addresses.ts';
import { EVERY_MS, PAUSE_MS } from './looking.ts';

const counted = [
  { of: 'unread', label: 'Unread', to: messagesPath({ status: ['unread'] }) },
  { of: 'waiting', label: 'Waiting', to: messagesPath({ waiting: true }) },
  { of: 'escalated', label: 'Escalated', to: messagesPath({ waiting: true, escalated: true }) },
] as const;

export function MessagesCard() {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['messages', 'counts'],
    queryFn: ({ signal }) => call(messagesHttp.counts, {}, { signal }),
    refetchInterval: EVERY_MS,
  });
  useMovedReads(['messages'], () => refetch(), PAUSE_MS);
  return (
    <Card component="section">
      <CardContent>
        <Typography variant="h2" gutterBottom>
          Messages
        </Typography>
        {error ? (
          <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <Figures label="Messages">
            {counted.map(({ of, label, to }) => (
              <Figure key={of} label={label} value={data && formatCount(data[of])} to={to} />
            ))}
          </Figures>
        )}
      </CardContent>
    </Card>
  );
}
