import { addressOf } from '@easel/contracts/kernel/client/address';
import { type LedgerRecord, ledgerConsoleHttp } from '@easel/contracts/ledger/console.http';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { ListBase, useGetList, useListContext } from 'react-admin';
import { useMoved } from '../../lib/live.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { SavedFilters, useFilterShelf } from '../../ui/saved-filters.tsx';
import { Walk } from '../../ui/walk.tsx';
import { isNewest, withoutPlace } from '../../ui/walked-filters.ts';
import { AccountCard } from './account-card.tsx';
import { LedgerFilters } from './ledger-filters.tsx';
import { LedgerCards, LedgerTable } from './ledger-table.tsx';
import { useFilterValues } from './use-filter-values.ts';

const ROWS = 25;

export default function LedgerList() {
  return (
    <ListBase<LedgerRecord> disableAuthentication perPage={ROWS} queryOptions={{ onError: () => undefined }}>
      <PageTitle title="Ledger" />
      <LedgerPage />
    </ListBase>
  );
}

function LedgerPage() {
  const { error, isFetching, isPending, refetch } = useListContext<LedgerRecord>();
  const filterValues = useFilterValues();
  const { member } = filterValues;
  const isWide = useMediaQuery('(min-width: 1150px)', { noSsr: true });
  const empty = <Nothing isNarrowed={Object.keys(filterValues).length > 0} />;
  return (
    <Box sx={{ mt: 2 }}>
      {typeof member === 'string' && <AccountCard key={member} memberId={member} />}
      <LedgerFilters />
      <Tools />
      {error ? (
        <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Card>
          {isPending ? (
            <RowsPlaceholder rows={ROWS + 1} heightPx={isWide ? 34 : 84} />
          ) : isWide ? (
            <LedgerTable empty={empty} />
          ) : (
            <LedgerCards empty={empty} />
          )}
        </Card>
      )}
      <Walk />
    </Box>
  );
}

function Nothing({ isNarrowed }: { isNarrowed: boolean }) {
  return (
    <Typography sx={{ p: 3 }} color="text.secondary">
      {isNarrowed
        ? 'No movement is like this. Widen the filters, or clear them.'
        : 'Nothing has moved yet: the first entry comes with the first grant, top-up or purchase.'}
    </Typography>
  );
}

/** What is done with the list as a whole. */
function Tools() {
  const { setFilters } = useListContext();
  const narrowed = withoutPlace(useFilterValues());
  const shelf = useFilterShelf('ledger');
  const filter = JSON.stringify(narrowed);
  const address = (format: 'csv' | 'ndjson') => addressOf(ledgerConsoleHttp.export, { query: { format, filter } });
  return (
    <Stack direction="row" useFlexGap spacing={1} sx={{ alignItems: 'center', flexWrap: 'wrap', minHeight: 36, mb: 1 }}>
      <SavedFilters shelf={shelf} values={narrowed} onApply={(saved) => setFilters(saved)} />
      <News />
      <Typography
        variant="body2"
        color="text.secondary"
        sx={{ flex: { xs: '1 1 100%', lg: 1 }, textAlign: { lg: 'right' } }}
      >
        A hash-chained file is checked by{' '}
        <Box component="code" sx={{ fontFamily: 'monospace', overflowWrap: 'anywhere' }}>
          npm run audit -- verify-export FILE
        </Box>
      </Typography>
      <DownloadButton label="CSV" url={address('csv')} fileName="ledger.csv" />
      <DownloadButton label="Hash-chained export" url={address('ndjson')} fileName="ledger.ndjson" />
    </Stack>
  );
}

/** New rows are told of and wait to be asked for: what is being read does not move away. */
function News() {
  const { data, refetch } = useListContext<LedgerRecord>();
  const filterValues = useFilterValues();
  const isTop = isNewest(filterValues);
  const after = data?.[0]?.position ?? '0';
  const newer = useGetList<LedgerRecord>(
    'ledger',
    { filter: { ...filterValues, after }, pagination: { page: 1, perPage: 1 } },
    { enabled: false },
  );
  const isNews = isTop && newer.data !== undefined && newer.data.length > 0;
  useMoved(['ledger'], () => {
    if (data && isTop && !isNews) void newer.refetch();
  });
  return (
    <span aria-live="polite">
      {isNews && (
        <Button size="small" variant="outlined" onClick={() => void refetch()}>
          Show new movements
        </Button>
      )}
    </span>
  );
}
