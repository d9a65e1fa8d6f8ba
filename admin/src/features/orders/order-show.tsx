import { eventsHttp } from '@easel/contracts/events/http';
import { ledgerConsoleHttp } from '@easel/contracts/ledger/console.http';
import type { OrderRecord } from '@easel/contracts/orders/http';
import { orderStream } from '@easel/contracts/orders/stream';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Card from '@mui/material/Card';
import CardContent from '@mui/material/CardContent';
import Skeleton from '@mui/material/Skeleton';
import Stack from '@mui/material/Stack';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { ShowBase, useRecordContext, useShowContext } from 'react-admin';
import { Link as RouterLink } from 'react-router';
import { useMoved } from '../../lib/live.ts';
import { useMayCall } from '../../lib/roles.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Dollars } from '../../ui/money.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PageTrouble } from '../../ui/page-trouble.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { isTestOrder, StatusMark, TestMark } from './order-marks.tsx';

export default function OrderShow() {
  return (
    <ShowBase<OrderRecord>
      disableAuthentication
      error={<PageTrouble title="Order" />}
      queryOptions={{ onError: () => undefined }}
    >
      <OrderPage />
    </ShowBase>
  );
}

function OrderPage() {
  const { refetch } = useShowContext<OrderRecord>();
  const order = useRecordContext<OrderRecord>();
  useMoved(['orders'], () => void refetch());
  return (
    <Stack spacing={2} sx={{ mt: 2, maxWidth: 1100 }}>
      <PageTitle title={order ? `Order ${order.reference}` : 'Order'} />
      {order ? <Whole order={order} /> : <Skeleton variant="rounded" height={420} />}
    </Stack>
  );
}

const Whole = ({ order }: { order: OrderRecord }) => (
  <>
    {isTestOrder(order) && (
      <Alert severity="warning" variant="outlined" role="note">
        This is a test order: nothing was charged or granted, and it counts nowhere.
      </Alert>
    )}
    <Summary order={order} />
    <Items items={order.items} />
    <Customer order={order} />
    <Timeline entries={order.timeline} />
  </>
);

function Section({ title, children }: { title: string; children: ReactNode }) {
  const heading = useId();
  return (
    <Card component="section" aria-labelledby={heading}>
      <CardContent>
        <Typography id={heading} variant="h2" gutterBottom>
          {title}
        </Typography>
        {children}
      </CardContent>
    </Card>
  );
}

/** A list of react-admin's, narrowed: it keeps its filters as JSON in the query. */
const listPath = (list: 'events' | 'ledger', filter: Readonly<Record<string, string>>): string =>
  `/${list}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

function Summary({ order }: { order: OrderRecord }) {
  const mayAudit = useMayCall(ledgerConsoleHttp.list);
  const mayBrowse = useMayCall(eventsHttp.list);
  return (
    <Section title="Order">
      <Facts>
        <Fact name="Reference">
          {order.reference}
          <TestMark order={order} />
        </Fact>
        <Fact name="Status">
          <StatusMark status={order.status} />
        </Fact>
        <Fact name="Placed (UTC)">
          <Time at={order.placed_at} exact />
        </Fact>
        <Fact name="Subtotal">
          <Dollars amount={order.subtotal} />
        </Fact>
        <Fact name="Shipping">
          <Dollars amount={order.shipping} />
        </Fact>
        <Fact name="Total">
          <Dollars amount={order.total} />
        </Fact>
        <Fact name="Refunded">
          <Dollars amount={order.refunded} />
        </Fact>
        <Fact name="Payment">
          {order.payment_id !== null && <ShortId id={order.payment_id} copy of="payment’s id" />}
        </Fact>
        <Fact name="Invoice">{order.invoice}</Fact>
        <Fact name="Order id">
          <ShortId id={order.id} copy of="order’s id" />
        </Fact>
      </Facts>
      <Stack
        direction="row"
        spacing={1}
        useFlexGap
        component="nav"
        aria-label="Related"
        sx={{ flexWrap: 'wrap', mt: 2 }}
      >
        {mayAudit && <Way to={listPath('ledger', { member: order.member_id })}>Member’s account</Way>}
        {mayAudit && order.payment_id !== null && (
          <Way to={listPath('ledger', { payment: order.payment_id })}>Ledger entries of the payment</Way>
        )}
        {mayBrowse && <Way to={listPath('events', { stream: orderStream.nameOf(order.id) })}>Events of the order</Way>}
        <Way to="/orders">All orders</Way>
      </Stack>
    </Section>
  );
}

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button size="small" component={RouterLink} to={to}>
    {children}
  </Button>
);

const Items = ({ items }: Pick<OrderRecord, 'items'>) => (
  <Section title="Items">
    <Box
      role="region"
      aria-label="Ordered items"
      tabIndex={0}
      sx={{ overflowX: 'auto', '& td, & th': { whiteSpace: 'nowrap' } }}
    >
      <Table size="small" sx={{ '& .MuiTableCell-root': { px: { xs: 0.5, sm: 1.5 } } }}>
        <TableHead>
          <TableRow>
            <TableCell>Image download</TableCell>
            <TableCell>Size</TableCell>
            <TableCell>Format</TableCell>
            <TableCell align="right">Pixels</TableCell>
            <TableCell align="right">Price</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map(({ id, generationId, size, width, height, price, ...item }) => (
            <TableRow key={id}>
              <TableCell component="th" scope="row">
                <ShortId id={generationId} copy of="generation’s id" />
              </TableCell>
              <TableCell>{size}</TableCell>
              <TableCell>{item.kind === 'product' ? item.name : item.format.toUpperCase()}</TableCell>
              <TableCell align="right">
                {width} × {height}
              </TableCell>
              <TableCell align="right">
                <Dollars amount={price} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </Box>
  </Section>
);

const Customer = ({ order: { customer, member_id: memberId } }: { order: OrderRecord }) => (
  <Section title="Customer">
    <Facts>
      <Fact name="Name">
        <Given text={customer.name} />
      </Fact>
      <Fact name="Email">
        <Given text={customer.email} />
      </Fact>
      <Fact name="Phone">
        <Given text={customer.phone} />
      </Fact>
      <Fact name="Member">
        <ShortId id={memberId} copy of="member’s id" />
      </Fact>
    </Facts>
  </Section>
);

/** What a member typed turns no other text around. */
const Given = ({ text }: { text: string }) => <bdi dir="auto">{text === '' ? '–' : text}</bdi>;

const timelineTexts: Readonly<Record<OrderRecord['timeline'][number]['what'], string>> = {
  placed: 'Placed',
  paid: 'Paid by card',
  'payment-failed': 'Card declined',
  'address-changed': 'Address changed',
  'in-production': 'Sent to be printed',
  'print-failed': 'Printing stopped',
  reprinted: 'Printed once more',
  delayed: 'Delayed',
  'parcel-shipped': 'Parcel shipped',
  missing: 'Reported as missing',
  'refund-requested': 'Refund asked for',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  refunded: 'Refunded to the card',
  'refund-failed': 'Refund failed at the bank',
};

const Timeline = ({ entries }: { entries: OrderRecord['timeline'] }) => (
  <Section title="Timeline">
    <Stack component="ol" spacing={1.5} sx={{ listStyle: 'none', m: 0, p: 0 }}>
      {entries.map(({ what, at, amount }) => (
        <Box component="li" key={`${at} ${what}`} sx={{ borderLeft: 2, borderColor: 'divider', pl: 2 }}>
          <Typography variant="body2">
            {timelineTexts[what]}
            {amount !== null && (
              <>
                {': '}
                <Dollars amount={amount} />
              </>
            )}
          </Typography>
          <Typography variant="caption" color="text.secondary">
            <Time at={at} exact /> UTC
          </Typography>
        </Box>
      ))}
    </Stack>
  </Section>
);
