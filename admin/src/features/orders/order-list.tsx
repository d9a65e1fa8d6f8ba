import type { OrderRecord } from '@easel/contracts/orders/console.http';
import { LOOKUP_MAX } from '@easel/contracts/orders/policy';
import PersonSearch from '@mui/icons-material/PersonSearchOutlined';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState } from 'react';
import {
  DataTable,
  NullableBooleanInput,
  SearchInput,
  SelectArrayInput,
  TextInput,
  TopToolbar,
  useListContext,
  useNotify,
} from 'react-admin';
import { Dollars, formatCount } from '../../ui/money.tsx';
import { RecordLink } from '../../ui/record-link.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { NarrowedNote, WalkedList } from '../../ui/walked-list.tsx';
import { CustomerLookup } from './customer-lookup.tsx';
import { LateMark, StatusMark, statusChoices, TestMark } from './order-marks.tsx';

const Column = DataTable.Col<OrderRecord>;

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

const texts = {
  none: 'Nobody has ordered yet. The first order appears here when a member checks out a cart.',
  noMatch: 'No order matches. Widen the filters, or clear them.',
};

const OrderList = () => (
  <WalkedList<OrderRecord>
    label="Orders"
    filters={filters}
    actions={<FindCustomer />}
    isRanked
    hint="orders"
    texts={texts}
    note={
      <NarrowedNote source="id" showAll="Show all orders">
        {(id) => foundText([id].flat().length)}
      </NarrowedNote>
    }
    card={(order) => <OrderCard order={order} />}
  >
    <Column label="Reference" render={(order) => <OrderLink order={order} />} />
    <Column label="Placed (UTC)" render={({ placed_at: at }) => <Time at={at} exact />} />
    <Column label="Status" render={(order) => <Standing order={order} />} />
    <Column label="Member" render={({ member_id: id }) => <ShortId id={id} />} />
    <Column label="Items" align="right" render={({ items }) => formatCount(items.length)} />
    <Column label="Total" align="right" render={({ total }) => <Dollars amount={total} />} />
    <Column label="Print" render={({ print }) => (print?.id ? <ShortId id={print.id} /> : '–')} />
    <Column label="Tracking" render={(order) => trackingOf(order) || '–'} />
  </WalkedList>
);

export default OrderList;

const foundText = (count: number): string =>
  count === 1 ? 'One order was found by its customer.' : `${formatCount(count)} orders were found by their customer.`;

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

const OrderCard = ({ order }: { order: OrderRecord }) => (
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
);

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

const OrderLink = ({ order }: { order: OrderRecord }) => (
  <span>
    <RecordLink id={order.id}>{order.reference}</RecordLink>
    <TestMark order={order} />
  </span>
);
