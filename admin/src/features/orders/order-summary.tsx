import { eventsHttp } from '@easel/contracts/events/http';
import { ledgerConsoleHttp } from '@easel/contracts/ledger/console.http';
import type { OrderRecord } from '@easel/contracts/orders/console.http';
import { orderStream } from '@easel/contracts/orders/stream';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import type { ReactNode } from 'react';
import { Link as RouterLink } from 'react-router';
import { useMayCall } from '../../lib/roles.ts';
import { Fact, Facts } from '../../ui/facts.tsx';
import { Dollars } from '../../ui/money.tsx';
import { ShortId } from '../../ui/short-id.tsx';
import { Time } from '../../ui/time.tsx';
import { LateMark, StatusMark, TestMark } from './order-marks.tsx';
import { Given, Section } from '../../ui/section.tsx';

/** A list of react-admin's, narrowed: it keeps its filters as JSON in the query. */
const listPath = (list: 'events' | 'ledger' | 'orders', filter: Readonly<Record<string, string>>): string =>
  `/${list}?${new URLSearchParams({ filter: JSON.stringify(filter) })}`;

export const Summary = ({ order }: { order: OrderRecord }) => (
  <Section title="Order">
    <Facts>
      <Fact name="Reference">
        {order.reference}
        <TestMark order={order} />
      </Fact>
      <Fact name="Status">
        <StatusMark status={order.status} />
        <LateMark order={order} />
      </Fact>
      <Fact name="Placed (UTC)">
        <Time at={order.placed_at} exact />
      </Fact>
      <Fact name="Subtotal">
        <Dollars amount={order.subtotal} />
      </Fact>
      <Fact name="Delivery">
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
    <Ways order={order} />
  </Section>
);

function Ways({ order }: { order: OrderRecord }) {
  const mayAudit = useMayCall(ledgerConsoleHttp.list);
  const mayBrowse = useMayCall(eventsHttp.list);
  return (
    <Stack direction="row" spacing={1} useFlexGap component="nav" aria-label="Related" sx={{ flexWrap: 'wrap', mt: 2 }}>
      {mayAudit && <Way to={listPath('ledger', { member: order.member_id })}>Member’s account</Way>}
      {mayAudit && order.payment_id !== null && (
        <Way to={listPath('ledger', { payment: order.payment_id })}>Ledger entries of the payment</Way>
      )}
      {mayBrowse && <Way to={listPath('events', { stream: orderStream.nameOf(order.id) })}>Events of the order</Way>}
      <Way to={listPath('orders', { member: order.member_id })}>Member’s orders</Way>
      <Way to="/orders">All orders</Way>
    </Stack>
  );
}

const Way = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button size="small" component={RouterLink} to={to}>
    {children}
  </Button>
);

export const Customer = ({ order: { customer, member_id: memberId } }: { order: OrderRecord }) => (
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
