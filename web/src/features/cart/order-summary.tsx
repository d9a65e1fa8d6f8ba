import { ORDER_ITEMS_MAX } from '@easel/contracts/orders/policy';
import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import styles from './order-summary.module.css';

interface OrderSummaryProps {
  count: number;
  /** Dollars. */
  subtotal: number;
  /** Whether there is a checkout at all. */
  canCheckOut: boolean;
  /** The other way to pay. */
  children: ReactNode;
}

/** Shows the subtotal and leads to the checkout; below it is another way to pay. */
export const OrderSummary = ({ count, subtotal, canCheckOut, children }: OrderSummaryProps) => (
  <Panel title="Order summary" className={styles.summary}>
    <dl className={styles.sums}>
      <div>
        <dt>Items</dt>
        <dd>{counted(count, 'image download')}</dd>
      </div>
      <div className={styles.total}>
        <dt>Subtotal</dt>
        <dd>{formatDollars(subtotal)}</dd>
      </div>
    </dl>
    <Checkout count={count} canCheckOut={canCheckOut} />
    {children}
  </Panel>
);

function Checkout({ count, canCheckOut }: Pick<OrderSummaryProps, 'count' | 'canCheckOut'>) {
  if (!canCheckOut) {
    return <Notice kind="info">Orders cannot be paid by card here yet. You can pay from your wallet.</Notice>;
  }
  if (count > ORDER_ITEMS_MAX) {
    return <Notice kind="problem">{`An order has at most ${ORDER_ITEMS_MAX} items. Remove some to check out.`}</Notice>;
  }
  return (
    <div className={styles.checkout}>
      <ButtonLink look="primary" to="/checkout">
        <CreditCard size={20} aria-hidden="true" />
        Proceed to Checkout
      </ButtonLink>
      <p className={styles.caption}>Secure checkout powered by Stripe</p>
    </div>
  );
}
