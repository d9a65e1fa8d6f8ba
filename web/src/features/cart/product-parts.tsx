import { centsToDollars } from '@easel/contracts/kernel/money';
import { deliveries, FREE_DELIVERY_CENTS, QUANTITY_MAX } from '@easel/contracts/orders/policy';
import type { PendingProduct } from '@easel/contracts/products/pending';
import type { ReactNode } from 'react';
import { formatDollars } from '../../lib/dollars.ts';
import { counted } from '../../lib/figures.ts';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Quantity } from '../../ui/quantity.tsx';
import { Row } from './cart-row.tsx';
import styles from './cart-row.module.css';
import { cart, isDownload, isProduct, totalOf, type CartItem } from './cart.ts';
import { OrderSummary } from './order-summary.tsx';
import { pictureText, productText } from './product-words.ts';
import { useMisfits } from './use-misfits.ts';

interface ProductRowProps {
  item: PendingProduct;
  disabled: boolean;
  onRemove: () => void;
}

/** One printed product that waits to be ordered. What no longer fits says so, with the one thing to do about it. */
export function ProductRow({ item, disabled, onRemove }: ProductRowProps) {
  const misfit = useMisfits().get(item.id);
  const { id, price, quantity } = item;
  const name = productText(item);
  const newPrice = misfit?.price ?? null;
  return (
    <Row
      image={item.image}
      name={name}
      lines={[pictureText(item)]}
      problem={misfit?.reason}
      action={
        misfit && (
          <Button
            disabled={disabled}
            className={styles.mend}
            aria-label={`${newPrice === null ? 'Remove' : 'Update the price'}: ${name}`}
            onClick={newPrice === null ? onRemove : () => cart.reprice(id, newPrice)}
          >
            {newPrice === null ? 'Remove' : 'Update the price'}
          </Button>
        )
      }
      amount={
        <Quantity
          label={`Quantity: ${name}`}
          value={quantity}
          most={QUANTITY_MAX}
          disabled={disabled}
          onChange={(wanted) => cart.setQuantity(id, wanted)}
        />
      }
      price={
        <>
          <strong>{formatDollars(totalOf([item]))}</strong>
          {quantity > 1 && <span>{`${formatDollars(price)} each`}</span>}
        </>
      }
      disabled={disabled}
      onRemove={onRemove}
    />
  );
}

const FREE_FROM = centsToDollars(FREE_DELIVERY_CENTS);
const leastCents = Math.min(...Object.values(deliveries).map(({ cents }) => cents));

const deliveryText = (subtotal: number): string =>
  subtotal >= FREE_FROM
    ? 'free'
    : `from ${formatDollars(centsToDollars(leastCents))}, free from ${formatDollars(FREE_FROM)}`;

interface ProductSummaryProps {
  items: readonly CartItem[];
  canCheckOut: boolean;
  /** The wallet, where there is something that it pays. */
  children: ReactNode;
}

/** The summary of a cart with printed products, which are delivered, and paid by card alone. */
export function ProductSummary({ items, canCheckOut, children }: ProductSummaryProps) {
  const misfits = useMisfits().size;
  const downloads = items.filter(isDownload).length;
  const copies = items.filter(isProduct).reduce((sum, { quantity }) => sum + quantity, 0);
  const counts = [counted(copies, 'printed product'), downloads > 0 && counted(downloads, 'image download')];
  return (
    <OrderSummary
      items={items}
      counts={counts.filter((text) => text !== false).join(', ')}
      canCheckOut={canCheckOut}
      delivery={
        <div>
          <dt>Delivery</dt>
          <dd>{deliveryText(totalOf(items))}</dd>
        </div>
      }
      hindrance={hindranceOf(misfits, canCheckOut, downloads > 0)}
    >
      {downloads > 0 && (
        <p className={styles.note}>Printed products are paid by card. Your wallet pays the image downloads alone.</p>
      )}
      {children}
    </OrderSummary>
  );
}

function hindranceOf(misfits: number, canCheckOut: boolean, hasDownloads: boolean): ReactNode {
  if (!canCheckOut) {
    const otherWay = hasDownloads ? ' You can pay your image downloads from your wallet.' : '';
    return <Notice kind="info">{`Orders cannot be paid by card here yet.${otherWay}`}</Notice>;
  }
  if (misfits === 0) return null;
  const what = counted(misfits, 'item has', 'items have');
  return <Notice kind="problem">{`${what} changed. To check out, update or remove what is marked.`}</Notice>;
}
