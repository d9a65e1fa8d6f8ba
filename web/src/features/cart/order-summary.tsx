import { ORDER_ITEMS_MAX } from '@easel/contracts/orders/policy';
import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import sums from '../../ui/sums.module.css';
import { totalOf, type CartItem } from './cart.ts';
import styles from './order-summary.module.css';

interface OrderSummaryProps {
  items: readonly CartItem[];
  /** How many there are of what. */
  counts: string;
  /** Whether there is a checkout at all. */
  canCheckOut: boolean;
  /** What delivery costs, a row. */
  delivery?: ReactNode;
  /** Takes the place of the way to the checkout. */
  hindrance?: ReactNode;
  /** The other way to pay. */
  children: ReactNode;
}

/** Shows the subtotal and leads to the checkout; below it is another way to pay. */
export const OrderSummary = ({ items, counts, canCheckOut, delivery, hindrance, children }: OrderSummaryProps) => (
  <Panel title="Order summary" className={sums.summary}>
    <dl className={sums.sums}>
      <div>
        <dt>Items</dt>
        <dd>{counts}</dd>
      </div>
      {delivery}
      <div className={sums.total}>
        <dt>Subtotal</dt>
        <dd>{formatDollars(totalOf(items))}</dd>
      </div>
    </dl>
    {hindrance || <Checkout count={items.length} canCheckOut={canCheckOut} />}
    {children}
  </Panel>
);

function Checkout({ count, canCheckOut }: { count: number; canCheckOut: boolean }) {
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
