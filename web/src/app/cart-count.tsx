import { useCart } from '../features/cart/cart.ts';
import { counted } from '../lib/figures.ts';
import styles from './cart-link.module.css';

/** What finds room on the badge. */
const MOST = 99;

/** How many things are in the cart, as soon as there are any. */
export function CartCount() {
  const { items, unreadable } = useCart();
  const count = items.length + unreadable.length;
  if (count === 0) return null;
  return (
    <>
      <span className="visually-hidden">{counted(count, 'item')}</span>
      <span className={styles.count} aria-hidden="true">
        {count > MOST ? `${MOST}+` : count}
      </span>
    </>
  );
}
