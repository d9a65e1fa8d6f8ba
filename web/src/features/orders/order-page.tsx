import { invoicePath } from '@easel/contracts/invoices/policy';
import { messageOf } from '@easel/contracts/kernel/client/api-error';
import type { OwnOrder } from '@easel/contracts/orders/http';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { formatDollars } from '../../lib/dollars.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Page } from '../../ui/page.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast.tsx';
import { deliveryPrice } from './delivery-words.ts';
import { NoOrder } from './no-order.tsx';
import { OrderActions } from './order-actions.tsx';
import { hasDelivery, OrderDelivery } from './order-delivery.tsx';
import { OrderItems } from './order-items.tsx';
import styles from './order-page.module.css';
import { orderQuery } from './order-queries.ts';
import { OrderReference } from './order-reference.tsx';
import { Row } from './order-row.tsx';
import { statusWords, timelineText, type Titles } from './order-words.ts';

/** Shows one order: what was ordered, what became of it, and what can be done about it. */
export default function OrderPage() {
  const { id = '' } = useParams();
  const query = useQuery(orderQuery(id));
  const { data } = query;
  if (data) return <ShownOrder order={data.order} titles={data.titles} />;
  return (
    <Page title="Order">
      <NoOrder query={query} />
    </Page>
  );
}

function ShownOrder({ order, titles }: { order: OwnOrder; titles: Titles }) {
  const again = useOrderAgain(order, titles);
  return (
    <Page
      title={`Order ${order.reference}`}
      heading={
        <>
          {'Order '}
          <OrderReference reference={order.reference} />
        </>
      }
      lead={
        <>
          {statusWords[order.status]}
          {' · '}
          <Time iso={order.placed_at} />
        </>
      }
      actions={<OrderActions order={order} again={mayOrderAgain(order) ? again : undefined} />}
    >
      {order.status === 'test_mode' && (
        <Notice kind="info">This is a test order: nothing is charged, and nothing is delivered.</Notice>
      )}
      <div role="status" className={styles.outcome}>
        {again.outcome && <NotAgain {...again.outcome} />}
      </div>
      <div className={styles.columns}>
        <div className={styles.side}>
          <OrderItems order={order} titles={titles} />
          {hasDelivery(order) && <OrderDelivery order={order} titles={titles} />}
        </div>
        <div className={styles.side}>
          <Sums order={order} />
          <Timeline entries={order.timeline} />
          <Panel title="Customer">
            <dl className={styles.sums}>
              <Row name="Name">{order.customer.name}</Row>
              <Row name="Email">{order.customer.email}</Row>
              {order.customer.phone !== '' && <Row name="Phone">{order.customer.phone}</Row>}
            </dl>
          </Panel>
        </div>
      </div>
    </Page>
  );
}

/** Whether there may be anything to order again: files that are paid for are the member's already. */
const mayOrderAgain = ({ status, items }: OwnOrder): boolean =>
  status !== 'pending' &&
  (items.some(({ kind }) => kind === 'product') || ['cancelled', 'refunded', 'test_mode'].includes(status));

/** Leads to the cart where everything is in it again, and says here what is not. */
function useOrderAgain(order: OwnOrder, titles: Titles) {
  const navigate = useNavigate();
  const { mutate, isPending, data } = useMutation({
    mutationFn: async () => (await import('./order-again.ts')).orderAgain(order, titles),
    onSuccess({ problems }) {
      if (problems.length > 0) return;
      toast.success('Everything is in your cart, at today’s prices');
      void navigate('/cart');
    },
    onError: (error) => toast.error(messageOf(error, 'We could not look up the prices. Please try again.')),
  });
  return { run: () => mutate(), busy: isPending, outcome: data?.problems.length ? data : undefined };
}

const NotAgain = ({ added, problems }: { added: number; problems: readonly string[] }) => (
  <>
    <Notice kind="info" action={added > 0 && <ButtonLink to="/cart">Cart</ButtonLink>}>
      {added > 0
        ? 'In your cart, at today’s prices, is all but this:'
        : 'Nothing of this order could be put into your cart:'}
    </Notice>
    <ul className={styles.problems}>
      {problems.map((problem) => (
        <li key={problem}>{problem}</li>
      ))}
    </ul>
  </>
);

const Timeline = ({ entries }: { entries: OwnOrder['timeline'] }) => (
  <Panel title="Timeline">
    <ol aria-label="Timeline" className={styles.timeline}>
      {entries.map((entry, index) => (
        <li key={index}>
          <span>{timelineText(entry)}</span>
          <Time iso={entry.at} />
        </li>
      ))}
    </ol>
  </Panel>
);

const Sums = ({ order }: { order: OwnOrder }) => (
  <Panel title="Total">
    <dl className={styles.sums}>
      <Row name="Subtotal">{formatDollars(order.subtotal)}</Row>
      {order.delivery && <Row name="Delivery">{deliveryPrice(order.shipping)}</Row>}
      <Row name="Total">
        <strong>{formatDollars(order.total)}</strong>
      </Row>
      {order.refunded > 0 && <Row name="Refunded">{formatDollars(order.refunded)}</Row>}
      {order.invoice !== null && (
        <Row name="Invoice">
          <PageLink to={invoicePath(order.invoice)}>{order.invoice}</PageLink>
        </Row>
      )}
    </dl>
  </Panel>
);
