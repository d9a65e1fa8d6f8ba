import { centsToDollars } from '@easel/contracts/kernel/money';
import { QUANTITY_MAX } from '@easel/contracts/orders/policy';
import type { PrintablePicture } from '@easel/contracts/products/http';
import type { Placement, PrintArea } from '@easel/contracts/products/placement';
import { CircleAlert, CircleCheck, ShoppingCart, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { formatDollars } from '../../lib/dollars.ts';
import { Button } from '../../ui/button.tsx';
import { Quantity } from '../../ui/quantity.tsx';
import { toast } from '../../ui/toast.tsx';
import { cart } from '../cart/cart.ts';
import styles from './add-to-cart.module.css';
import { helpFor, sharpnessOf } from './geometry.ts';
import { itemOf } from './item.ts';
import type { Offer } from './offers.ts';

interface AddToCartProps {
  offer: Offer;
  size: string;
  colour: string;
  area: PrintArea;
  picture: PrintablePicture;
  placement: Placement;
  /** Names of other products for which the picture is large enough. */
  others: readonly string[];
}

const signs = { sharp: CircleCheck, soft: TriangleAlert, small: CircleAlert, off: CircleAlert };

/** How sharp it becomes, how many, for how much. What would look bad or print nothing is not sold. */
export function AddToCart({ offer, size, colour, area, picture, placement, others }: AddToCartProps) {
  const navigate = useNavigate();
  const [quantity, setQuantity] = useState(1);
  const { kind, text } = sharpnessOf(area, picture, placement);
  const Sign = signs[kind];
  const add = () => {
    cart.addCopies(itemOf(offer, picture, { size, color: colour, quantity, placement }));
    toast.success(`${offer.name} added to your cart`, { label: 'Go to cart', run: () => void navigate('/cart') });
  };
  return (
    <>
      <p role="status" className={styles.sharpness} data-kind={kind}>
        <Sign size={20} aria-hidden="true" />
        <span>{kind === 'small' ? `${text} ${helpFor(area, picture, placement, others)}` : text}</span>
      </p>
      <div className={styles.sum}>
        <Quantity label="Quantity" value={quantity} most={QUANTITY_MAX} onChange={setQuantity} />
        <p className={styles.price}>
          <strong>{formatDollars(centsToDollars(offer.cents * quantity))}</strong>
          {quantity > 1 && <span>{`${formatDollars(centsToDollars(offer.cents))} each`}</span>}
        </p>
      </div>
      <Button look="primary" disabled={kind === 'small' || kind === 'off'} onClick={add}>
        <ShoppingCart size={20} aria-hidden="true" />
        Add to cart
      </Button>
    </>
  );
}
