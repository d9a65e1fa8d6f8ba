import { ledgerReasonLabels } from '@easel/contracts/ledger/policy';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Link from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import { useCreatePath } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { call } from '../../lib/api.ts';
import { useMoved } from '../../lib/live.ts';
import { Failed } from '../../ui/failed.tsx';
import { Credits, Dollars, formatCount } from '../../ui/money.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { ledgerConsoleHttp } from '@easel/contracts/ledger/console.http';
import { utcText } from './instant.ts';
import { useAccountInstant } from './use-account-instant.ts';
import { accountKey, useLatest, useNeighbours } from './use-neighbours.ts';
import { UtcField } from './utc-field.tsx';

/** One account: what is in it now, and what was in it at any instant. */
export function AccountCard({ memberId }: { memberId: string }) {
  const heading = useId();
  const client = useQueryClient();
  const [at, setAt] = useAccountInstant();
  const latest = useLatest(memberId, at);
  const { older, newer } = useNeighbours(memberId, latest === undefined ? undefined : (latest?.position ?? null));
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [...accountKey(memberId), 'balance', at],
    queryFn: ({ signal }) =>
      call(ledgerConsoleHttp.account, { params: { memberId }, ...(at !== undefined && { query: { at } }) }, { signal }),
  });
  useMoved(['ledger'], () => void client.invalidateQueries({ queryKey: accountKey(memberId) }));

  return (
    <Card component="section" aria-labelledby={heading} sx={{ mb: 1 }}>
      <CardContent>
        <Stack direction="row" useFlexGap spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap', mb: 1 }}>
          <Typography id={heading} variant="h2">
            Account
          </Typography>
          <ShortId id={memberId} copy of="member’s id" />
        </Stack>
        {error && !data ? (
          <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
        ) : (
          <>
            <Typography variant="body2" color="text.secondary" aria-live="polite">
              {at === undefined ? 'Balance now' : `Balance at ${utcText(at)}`}
            </Typography>
            <Box
              component="dl"
              aria-busy={isFetching}
              sx={{
                display: 'grid',
                gridTemplateColumns: { xs: '1fr 1fr', sm: 'repeat(4, minmax(0, 1fr))' },
                gap: 1.5,
                my: 1,
              }}
            >
              <Sum name="To spend">{data && <Credits amount={data.balance.credits} />}</Sum>
              <Sum name="Held">{data && <Credits amount={data.balance.held} />}</Sum>
              <Sum name="Wallet">{data && <Dollars amount={data.balance.dollars} />}</Sum>
              <Sum name="Frozen">{data && <Dollars amount={data.balance.frozen} />}</Sum>
            </Box>
            <Stack direction="row" useFlexGap spacing={1} sx={{ flexWrap: 'wrap', alignItems: 'center', mt: 2 }}>
              <Box sx={{ width: { xs: '100%', sm: 270 } }}>
                <UtcField label="At" margin="none" value={at} onChange={setAt} />
              </Box>
              <Button size="small" disabled={at === undefined} onClick={() => setAt(undefined)}>
                Now
              </Button>
              <Button size="small" disabled={!older} onClick={() => older && setAt(older.at)}>
                Earlier movement
              </Button>
              <Button size="small" disabled={!newer} onClick={() => newer && setAt(newer.at)}>
                Later movement
              </Button>
            </Stack>
            <Box sx={{ mt: 1.5, minHeight: 44, fontSize: 14 }}>
              <Latest entry={latest} />
              <Box sx={{ color: 'text.secondary' }}>
                {data ? (
                  <>
                    {formatCount(data.entries)} {data.entries === 1 ? 'movement' : 'movements'}
                    {at !== undefined && ' until then'}, the first <Time at={data.first_at} exact />, the last{' '}
                    <Time at={data.last_at} exact /> (UTC)
                  </>
                ) : (
                  <Skeleton width={320} />
                )}
              </Box>
            </Box>
          </>
        )}
      </CardContent>
    </Card>
  );
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <Typography component="dt" variant="body2" color="text.secondary">
        {name}
      </Typography>
      <Typography component="dd" variant="h3" sx={{ m: 0 }}>
        {children ?? <Skeleton width={80} />}
      </Typography>
    </div>
  );
}

function Latest({ entry }: { entry: ReturnType<typeof useLatest> }) {
  const createPath = useCreatePath();
  if (entry === undefined) return <Skeleton width={240} />;
  if (entry === null) return <div>Nothing had moved yet.</div>;
  return (
    <div>
      Last movement:{' '}
      <Link component={RouterLink} to={createPath({ resource: 'ledger', type: 'show', id: entry.id })}>
        {ledgerReasonLabels[entry.reason]}
      </Link>{' '}
      at {utcText(entry.at)}
    </div>
  );
}
