import type { OrderRecord } from '@easel/contracts/orders/http';
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
  NullableBooleanInput,
  SearchInput,
  SelectArrayInput,
  useCreatePath,
  useListContext,
} from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMoved } from '../../lib/live.ts';
import { Cards } from '../../ui/cards.tsx';
import { Failed } from '../../ui/failed.tsx';
import { FromTheNewest } from '../../ui/from-the-newest.tsx';
import { Dollars, formatCount } from '../../ui/money.tsx';
import { useTabTitle } from '../../ui/page-title.tsx';
import { RowsPlaceholder } from '../../ui/rows-placeholder.tsx';
import { Time } from '../../ui/time.tsx';
import { Walk } from '../../ui/walk.tsx';
import { type WalkedFilters, withoutPlace } from '../../ui/walked-filters.ts';
import { StatusMark, statusChoices, TestMark } from './order-marks.tsx';

const Column = DataTable.Col<OrderRecord>;
const ROWS = 25;

const filters = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Start of a reference" aria-label="Start of a reference" />,
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
          actions={false}
          pagination={<Walk />}
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
  return isWide ? <OrderTable empty={empty} /> : <OrderCards empty={empty} />;
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
        <Column label="Status" render={({ status }) => <StatusMark status={status} />} />
        <Column label="Items" align="right" render={({ items }) => formatCount(items.length)} />
        <Column label="Total" align="right" render={({ total }) => <Dollars amount={total} />} />
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
            <StatusMark status={order.status} />
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
