import { deliveries, type DeliveryMethod } from '@easel/contracts/orders/policy';
import { formatDollars } from '../../lib/dollars.ts';
import { Panel } from '../../ui/panel.tsx';
import sums from '../../ui/sums.module.css';
import type { CartItem } from '../cart/cart.ts';
import styles from './checkout.module.css';
import { deliveryPrice } from './delivery-words.ts';
import { isDelivered, sumsOf } from './order-sums.ts';
import { itemsText } from './order-words.ts';

interface SummaryProps {
  items: readonly CartItem[];
  method: DeliveryMethod;
}

/** Adds up what is ordered, with its delivery. */
export function Summary({ items, method }: SummaryProps) {
  const { subtotal, delivery, total } = sumsOf(items, method);
  const hasDelivery = isDelivered(items);
  return (
    <Panel title="Order summary" className={sums.summary}>
      <dl className={sums.sums}>
        <div>
          <dt>{itemsText(items)}</dt>
          {!hasDelivery && <dd>{formatDollars(subtotal)}</dd>}
        </div>
        {hasDelivery && (
          <>
            <div>
              <dt>Subtotal</dt>
              <dd>{formatDollars(subtotal)}</dd>
            </div>
            <div>
              <dt>{`Delivery (${deliveries[method].name})`}</dt>
              <dd>{deliveryPrice(delivery)}</dd>
            </div>
          </>
        )}
        <div className={sums.total}>
          <dt>Total</dt>
          <dd>{formatDollars(total)}</dd>
        </div>
      </dl>
      {hasDelivery && <p className={styles.includes}>Includes delivery</p>}
    </Panel>
  );
}
