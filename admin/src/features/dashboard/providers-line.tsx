import { type OperatedProvider, providersHttp } from '@easel/contracts/providers/http';
import Alert from '@mui/material/Alert';
import Link from '@mui/material/Link';
import { useQuery } from '@tanstack/react-query';
import { Link as RouterLink } from 'react-router';
import { call } from '../../lib/api.ts';
import { useMovedReads } from '../../lib/moved-reads.ts';
import { EVERY_MS, PAUSE_MS } from './looking.ts';

/**
 * Warns while a provider accepts no requests, or is tried again after it failed. Loading errors are shown on the
 * providers' page only.
 */
export function ProvidersLine() {
  const { data, refetch } = useQuery({
    queryKey: ['providers', 'console'],
    queryFn: ({ signal }) => call(providersHttp.console, {}, { signal }),
    refetchInterval: EVERY_MS,
  });
  useMovedReads(['providers'], () => refetch(), PAUSE_MS);
  const named = data?.providers.flatMap(troubleOf) ?? [];
  if (named.length === 0) return null;
  return (
    <Alert severity="warning" variant="outlined" role="status">
      {new Intl.ListFormat('en').format(named)}.{' '}
      <Link component={RouterLink} to="/providers">
        Providers
      </Link>
    </Alert>
  );
}

function troubleOf({ label, availability: { state }, lastFailure }: OperatedProvider): string[] {
  if (state !== 'ready') return [`${label} is ${state}`];
  return lastFailure === undefined ? [] : [`${label} is being tried again`];
}
