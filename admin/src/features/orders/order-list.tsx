import type { OrderRecord } from '@easel/contracts/orders/console.http';
import { LOOKUP_MAX } from '@easel/contracts/orders/policy';
import PersonSearch from '@mui/icons-material/PersonSearchOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Link from '@mui/material/Link';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import useMediaQuery from '@mui/material/useMediaQuery';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import {
  DataTable,
  ListBase,
  ListView,
  NullableBooleanInput,
  type RaRecord,
  SearchInput,
  SelectArrayInput,
  TextInput,
  TopToolbar,
  useCreatePath,
  useListContext,
  useNotify,
} from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMoved } from '../../lib/live.ts';
import { Cards } from '../../ui/cards.tsx';
import { Failed } from '../../ui/failed.tsx';
import { FromTheNewest } from '../../ui/from-the-newest.tsx';
import { Dollars, formatCount } from '../../ui/money.tsx';
import { useTabTitle } from '../../ui/page-title.tsx';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { Walk } from '../../ui/walk.tsx';
import { type WalkedFilters, withoutPlace } from '../../ui/walked-filters.ts';
import { CustomerLookup } from './customer-lookup.tsx';
import { LateMark, StatusMark, statusChoices, TestMark } from './order-marks.tsx';

const Column = DataTable.Col<OrderRecord>;
const ROWS = 25;

/** Late orders come first, so the pages are not newer or older than each other. */
const pages = { first: 'First', previous: 'Previous', next: 'Next' };
const cursorOf = (order: RaRecord) => (order as OrderRecord).cursor;

const filters = [
  <NullableBooleanInput
    key="late"
    source="late"
    alwaysOn
    nullLabel="All"
    trueLabel="Only late orders"
    falseLabel="Not late"
  />,
  <SearchInput key="q" source="q" alwaysOn placeholder="Start of a reference" aria-label="Start of a reference" />,
  <TextInput key="tracking" source="tracking" label="Tracking number" alwaysOn resettable />,
  <SelectArrayInput key="status" source="status" alwaysOn choices={statusChoices} sx={{ minWidth: 200 }} />,
  <NullableBooleanInput
    key="test"
    source="test"
    label="Test orders"
    alwaysOn
    nullLabel="Included"
    trueLabel="Only test orders"
    falseLabel="Hidden"
  />,
];

export default function OrderList() {
  useTabTitle('Orders');
  return (
    <ListBase<OrderRecord>
      disableAuthentication
      perPage={ROWS}
      exporter={false}
      queryOptions={{ onError: () => undefined }}
    >
      <FromTheNewest>
        <ListView<OrderRecord>
          title="Orders"
          filters={filters}
          actions={<FindCustomer />}
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
  const { error, isFetching, refetch } = useListContext<OrderRecord>();
  return <Failed error={error} busy={isFetching} onRetry={() => void refetch()} />;
}

function Rows() {
  const list = useListContext<OrderRecord>();
  const isWide = useMediaQuery('(min-width: 900px)', { noSsr: true });
  useMoved(['orders'], () => void list.refetch());
  const empty = <Nothing isNarrowed={Object.keys(withoutPlace(list.filterValues as WalkedFilters)).length > 0} />;
  if (list.isPending) return <RowsPlaceholder rows={ROWS} heightPx={isWide ? 37 : 92} />;
  return (
    <>
      <FoundNote />
      {isWide ? <OrderTable empty={empty} /> : <OrderCards empty={empty} />}
    </>
  );
}

/** Narrows the list to what a look-up finds. */
function FindCustomer() {
  const { setFilters } = useListContext<OrderRecord>();
  const notify = useNotify();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <TopToolbar>
      <Button size="small" startIcon={<PersonSearch />} onClick={() => setIsOpen(true)}>
        Find customer
      </Button>
      {isOpen && (
        <CustomerLookup
          onClose={() => setIsOpen(false)}
          onFound={(id, hasMore) => {
            setFilters({ id });
            if (hasMore) notify(`The newest ${LOOKUP_MAX} are shown; there are older ones`, { type: 'warning' });
          }}
        />
      )}
    </TopToolbar>
  );
}

/** Says that the list is narrowed to what a look-up found, which no filter shows. */
function FoundNote() {
  const list = useListContext<OrderRecord>();
  const { id, ...others } = withoutPlace(list.filterValues as WalkedFilters);
  if (id === undefined) return null;
  const found = [id].flat().length;
  return (
    <Alert
      severity="info"
      variant="outlined"
      role="note"
      sx={{ m: 1 }}
      action={
        <Button size="small" color="inherit" onClick={() => list.setFilters(others)}>
          Show all orders
        </Button>
      }
    >
      {found === 1
        ? 'One order was found by its customer.'
        : `${formatCount(found)} orders were found by their customer.`}
    </Alert>
  );
}

const Nothing = ({ isNarrowed }: { isNarrowed: boolean }) => (
  <Typography sx={{ p: 3 }} color="text.secondary">
    {isNarrowed
      ? 'No order matches. Widen the filters, or clear them.'
      : 'Nobody has ordered yet. The first order appears here when a member checks out a cart.'}
  </Typography>
);

function OrderTable({ empty }: { empty: ReactNode }) {
  return (
    <Box
      role="region"
      aria-label="Orders"
      tabIndex={0}
      sx={{ overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } }}
    >
      <DataTable<OrderRecord> bulkActionButtons={false} rowClick="show" empty={<>{empty}</>}>
        <Column label="Reference" render={(order) => <OrderLink order={order} />} />
        <Column label="Placed (UTC)" render={({ placed_at: at }) => <Time at={at} exact />} />
        <Column label="Status" render={(order) => <Standing order={order} />} />
        <Column label="Member" render={({ member_id: id }) => <ShortId id={id} />} />
        <Column label="Items" align="right" render={({ items }) => formatCount(items.length)} />
        <Column label="Total" align="right" render={({ total }) => <Dollars amount={total} />} />
        <Column label="Print" render={({ print }) => (print?.id ? <ShortId id={print.id} /> : '–')} />
        <Column label="Tracking" render={(order) => trackingOf(order) || '–'} />
      </DataTable>
    </Box>
  );
}

function OrderCards({ empty }: { empty: ReactNode }) {
  return (
    <Cards<OrderRecord> label="Orders" component="ol" empty={empty}>
      {(order) => (
        <>
          <Stack direction="row" useFlexGap sx={{ justifyContent: 'space-between', flexWrap: 'wrap', gap: 1 }}>
            <OrderLink order={order} />
            <Standing order={order} />
          </Stack>
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, mt: 0.5, color: 'text.secondary' }}>
            <Time at={order.placed_at} exact />
            <span>
              {order.items.length === 1 ? '1 item' : `${formatCount(order.items.length)} items`},{' '}
              <Dollars amount={order.total} />
            </span>
          </Stack>
        </>
      )}
    </Cards>
  );
}

const Standing = ({ order }: { order: OrderRecord }) => (
  <span>
    <StatusMark status={order.status} />
    <LateMark order={order} />
  </span>
);

/** Numbers of the parcels. */
const trackingOf = ({ delivery }: OrderRecord): string =>
  (delivery?.parcels ?? [])
    .map(({ tracking_number: number }) => number)
    .filter((number) => number !== '')
    .join(', ');

/** The row is a way in as well. */
const stop = (event: SyntheticEvent) => event.stopPropagation();

function OrderLink({ order }: { order: OrderRecord }) {
  const createPath = useCreatePath();
  return (
    <span>
      <Link
        component={RouterLink}
        to={createPath({ resource: 'orders', type: 'show', id: order.id })}
        color="inherit"
        onClick={stop}
      >
        {order.reference}
      </Link>
      <TestMark order={order} />
    </span>
  );
}
