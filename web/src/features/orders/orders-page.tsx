import type { ListedOrder } from '@easel/contracts/orders/http';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Package } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { shortDate } from '../../lib/dates.ts';
import { formatDollars } from '../../lib/dollars.ts';
import { pageOf } from '../../lib/page-numbers.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { Page } from '../../ui/page.tsx';
import { PagedList } from '../../ui/paged-list.tsx';
import { Picture } from '../../ui/picture.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import { ORDERS_PAGE, ordersQuery } from './order-queries.ts';
import { listedText, statusWords } from './order-words.ts';
import styles from './orders-page.module.css';
import { WaitingOrders } from './waiting-orders.tsx';

const toPage = (page: number) => (page > 1 ? `/orders?page=${page}` : '/orders');

/** Lists the member's orders, the newest first, below those that this browser has still to send. */
export default function OrdersPage() {
  const [params] = useSearchParams();
  const client = useQueryClient();
  const page = pageOf(params.get('page'));
  const { data, error, fetchStatus, isPlaceholderData, refetch } = useQuery(ordersQuery(page));

  const content = () => {
    if (!data) {
      if (error || fetchStatus === 'paused') return <FailedState error={error} onRetry={() => void refetch()} />;
      return <OrdersSkeleton />;
    }
    return (
      <PagedList
        page={page}
        pages={data.pagination.pages}
        toPage={toPage}
        onApproach={(near) => void client.prefetchQuery(ordersQuery(near))}
        isOld={isPlaceholderData}
        className={styles.list}
        nothing={
          <EmptyState icon={<Package size={28} />} title="No orders yet">
            <ButtonLink look="primary" to="/public-gallery">
              Explore Gallery
            </ButtonLink>
          </EmptyState>
        }
      >
        <ul aria-label="Orders" className={styles.rows}>
          {data.items.map((order) => (
            <OrderRow key={order.id} order={order} />
          ))}
        </ul>
      </PagedList>
    );
  };

  return (
    <Page lead="What you ordered by card, and what became of it.">
      <WaitingOrders />
      {content()}
    </Page>
  );
}

const OrderRow = ({ order }: { order: ListedOrder }) => (
  <li className={styles.row}>
    <span className={styles.pictures}>
      {order.thumbnails.map((src) => (
        <span key={src}>
          <Picture src={src} alt="" width={1} height={1} shape="square" thumbhash="" />
        </span>
      ))}
    </span>
    <div className={styles.what}>
      <PageLink to={`/orders/${order.id}`}>{order.reference}</PageLink>
      <p>
        {listedText(order)}
        {' · '}
        <Time iso={order.placed_at} />
      </p>
    </div>
    <span className={styles.status}>
      {statusWords[order.status]}
      {order.status === 'shipped' && order.promised_by !== null && (
        <span className={styles.promised}>{`by ${shortDate(order.promised_by)}`}</span>
      )}
    </span>
    <strong className={styles.sum}>{formatDollars(order.total)}</strong>
  </li>
);

const OrdersSkeleton = () => (
  <div aria-busy="true" className={styles.rows}>
    <p className="visually-hidden" role="status">
      Loading
    </p>
    {Array.from({ length: ORDERS_PAGE }, (_, row) => (
      <Skeleton key={row} style={{ height: 81 }} />
    ))}
  </div>
);
