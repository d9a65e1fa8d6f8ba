import { QUANTITY_MAX } from '@easel/contracts/orders/policy';
import type { PendingProduct } from '@easel/contracts/products/pending';
import { formatDollars } from '../../lib/dollars.ts';
import { Button } from '../../ui/button.tsx';
import { Quantity } from '../../ui/quantity.tsx';
import { Row } from './cart-row.tsx';
import styles from './cart-row.module.css';
import { cart, totalOf } from './cart.ts';
import type { Misfit } from './misfit.ts';
import { pictureText, productText } from './product-words.ts';

interface ProductRowProps {
  item: PendingProduct;
  misfit: Misfit | undefined;
  disabled: boolean;
  onRemove: () => void;
}

/** One printed product that waits to be ordered. What no longer fits says so, with the one thing to do about it. */
export function ProductRow({ item, misfit, disabled, onRemove }: ProductRowProps) {
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
