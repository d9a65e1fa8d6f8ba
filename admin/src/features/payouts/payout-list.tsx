import { payoutsConsoleHttp, type PayoutRecord } from '@easel/contracts/earnings/console.http';
import { addressOf } from '@easel/contracts/kernel/client/address';
import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ReactNode, SyntheticEvent } from 'react';
import {
  DataTable,
  ListBase,
  ListView,
  type RaRecord,
  SelectArrayInput,
  TextInput,
  TopToolbar,
  useCreatePath,
  useListContext,
} from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMoved } from '../../lib/live.ts';
import { useMayCall } from '../../lib/roles.ts';
import { Cards } from '../../ui/cards.tsx';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Failed } from '../../ui/failed.tsx';
import { FromTheNewest } from '../../ui/from-the-newest.tsx';
import { Dollars } from '../../ui/money.tsx';
import { useTabTitle } from '../../ui/page-title.tsx';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { Walk } from '../../ui/walk.tsx';
import { type WalkedFilters, withoutPlace } from '../../ui/walked-filters.ts';
import { bankText, StatusMark, statusChoices } from './payout-marks.tsx';

const Column = DataTable.Col<PayoutRecord>;
const ROWS = 25;

/** Open requests come first, so the pages are not newer or older than each other. */
const pages = { first: 'First', previous: 'Previous', next: 'Next' };
const cursorOf = (payout: RaRecord) => (payout as PayoutRecord).cursor;

const filters = [
  <SelectArrayInput key="status" source="status" alwaysOn choices={statusChoices} sx={{ minWidth: 200 }} />,
  <TextInput key="member" source="member" label="Member’s id" alwaysOn resettable />,
];

export default function PayoutList() {
  useTabTitle('Payouts');
  return (
    <ListBase<PayoutRecord>
      disableAuthentication
      perPage={ROWS}
      exporter={false}
      queryOptions={{ onError: () => undefined }}
    >
      <FromTheNewest>
        <ListView<PayoutRecord>
          title="Payouts"
          filters={filters}
          actions={<ForTheBank />}
          pagination={<Walk cursor={cursorOf} labels={pages} />}
          empty={false}
          error={<Trouble />}
        >
          <Rows />
        </ListView>
      </FromTheNewest>
    </ListBase>
  );
}

function Trouble() {
  const { error, isFetching, refetch } = useListContext<PayoutRecord>();
  return <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />;
}

/** The open requests with account holders and IBANs: recorded, and for admins alone. */
function ForTheBank() {
  const mayExport = useMayCall(payoutsConsoleHttp.export);
  const list = useListContext<PayoutRecord>();
  const { member } = list.filterValues as { member?: string };
  if (!mayExport) return null;
  const filter = JSON.stringify(member === undefined ? {} : { member });
  return (
    <TopToolbar>
      <DownloadButton
        label="Open requests for the bank"
        url={addressOf(payoutsConsoleHttp.export, { query: { filter } })}
        fileName="payouts.csv"
      />
    </TopToolbar>
  );
}

function Rows() {
  const list = useListContext<PayoutRecord>();
  const isWide = useMediaQuery('(min-width: 900px)', { noSsr: true });
  useMoved(['profits'], () => void list.refetch());
  const isNarrowed = Object.keys(withoutPlace(list.filterValues as WalkedFilters)).length > 0;
  const empty = (
    <Typography sx={{ p: 3 }} color="text.secondary">
      {isNarrowed ? 'No payout matches. Widen the filters, or clear them.' : 'No member has requested a payout yet.'}
    </Typography>
  );
  if (list.isPending) return <RowsPlaceholder rows={ROWS} heightPx={isWide ? 37 : 92} />;
  return isWide ? <PayoutTable empty={empty} /> : <PayoutCards empty={empty} />;
}

const PayoutTable = ({ empty }: { empty: ReactNode }) => (
  <Box
    role="region"
    aria-label="Payouts"
    tabIndex={0}
    sx={{ overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } }}
  >
    <DataTable<PayoutRecord> bulkActionButtons={false} rowClick="show" empty={<>{empty}</>}>
      <Column label="Reference" render={(payout) => <PayoutLink payout={payout} />} />
      <Column label="Status" render={({ status }) => <StatusMark status={status} />} />
      <Column label="Amount" align="right" render={({ amount }) => <Dollars amount={amount} />} />
      <Column label="Member" render={({ member_id: id }) => <ShortId id={id} />} />
      <Column label="Bank account" render={({ bank }) => bankText(bank)} />
      <Column label="Age" render={({ requested_at: at }) => <Time at={at} />} />
      <Column label="Settled (UTC)" render={({ settled_at: at }) => (at === null ? '–' : <Time at={at} exact />)} />
    </DataTable>
  </Box>
);

const PayoutCards = ({ empty }: { empty: ReactNode }) => (
  <Cards<PayoutRecord> label="Payouts" component="ol" empty={empty}>
    {(payout) => (
      <>
        <Stack direction="row" useFlexGap sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
          <PayoutLink payout={payout} />
          <StatusMark status={payout.status} />
        </Stack>
        <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, mt: 0.5, color: 'text.secondary' }}>
          <Time at={payout.requested_at} />
          <span>{bankText(payout.bank)}</span>
          <Dollars amount={payout.amount} />
        </Stack>
      </>
    )}
  </Cards>
);

/** The row is a way in as well. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

function PayoutLink({ payout }: { payout: PayoutRecord }) {
  const createPath = useCreatePath();
  return (
    <Link
      component={RouterLink}
      to={createPath({ resource: 'payouts', type: 'show', id: payout.id })}
      color="inherit"
      onClick={stop}
    >
      {payout.reference}
    </Link>
  );
}
