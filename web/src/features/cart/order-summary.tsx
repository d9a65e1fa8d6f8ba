import { centsToDollars } from '@easel/contracts/kernel/money';
import { deliveries, FREE_DELIVERY_CENTS, ORDER_ITEMS_MAX } from '@easel/contracts/orders/policy';
import { CreditCard } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Panel } from '../../ui/panel.tsx';
import sums from '../../ui/sums.module.css';
import { isProduct, totalOf, type CartItem } from './cart.ts';
import styles from './order-summary.module.css';

interface OrderSummaryProps {
  items: readonly CartItem[];
  /** Items that have to be updated or removed first. */
  misfits: number;
  /** Whether there is a checkout at all. */
  canCheckOut: boolean;
  /** The other way to pay. */
  children: ReactNode;
}

/** Shows the subtotal and leads to the checkout; below it is another way to pay. */
export function OrderSummary({ items, misfits, canCheckOut, children }: OrderSummaryProps) {
  const products = items.filter(isProduct);
  const subtotal = totalOf(items);
  return (
    <Panel title="Order summary" className={sums.summary}>
      <dl className={sums.sums}>
        <div>
          <dt>Items</dt>
          <dd>{countText(items.length - products.length, copiesOf(products))}</dd>
        </div>
        {products.length > 0 && (
          <div>
            <dt>Delivery</dt>
            <dd>{deliveryText(subtotal)}</dd>
          </div>
        )}
        <div className={sums.total}>
          <dt>Subtotal</dt>
          <dd>{formatDollars(subtotal)}</dd>
        </div>
      </dl>
      <Checkout count={items.length} misfits={misfits} canCheckOut={canCheckOut} hasProducts={products.length > 0} />
      {children}
    </Panel>
  );
}

const copiesOf = (products: readonly CartItem[]): number =>
  products.reduce((copies, { quantity }) => copies + quantity, 0);

const countText = (downloads: number, copies: number): string =>
  [copies > 0 && counted(copies, 'printed product'), downloads > 0 && counted(downloads, 'image download')]
    .filter((text) => text !== false)
    .join(', ');

const FREE_FROM = centsToDollars(FREE_DELIVERY_CENTS);
const leastCents = Math.min(...Object.values(deliveries).map(({ cents }) => cents));

const deliveryText = (subtotal: number): string =>
  subtotal >= FREE_FROM
    ? 'free'
    : `from ${formatDollars(centsToDollars(leastCents))}, free from ${formatDollars(FREE_FROM)}`;

interface CheckoutProps extends Pick<OrderSummaryProps, 'misfits' | 'canCheckOut'> {
  count: number;
  hasProducts: boolean;
}

function Checkout({ count, misfits, canCheckOut, hasProducts }: CheckoutProps) {
  if (!canCheckOut) {
    const otherWay = hasProducts ? 'Image downloads can be paid' : 'You can pay';
    return <Notice kind="info">{`Orders cannot be paid by card here yet. ${otherWay} from your wallet.`}</Notice>;
  }
  if (misfits > 0) {
    const text = `${counted(misfits, 'item does', 'items do')} not fit any more. Update or remove what is marked to check out.`;
    return <Notice kind="problem">{text}</Notice>;
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
