import { ShoppingCart } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useMatch } from 'react-router';
import { cartText } from '../features/cart/cart-text.ts';
import { useStore } from '../lib/store.ts';
import { PageLink } from '../ui/page-link.tsx';
import styles from './cart-link.module.css';

/** What reads the cart comes once there is something to read. */
const CartCount = lazy(() => import('./cart-count.tsx').then((module) => ({ default: module.CartCount })));

/** Links to the cart and counts its items. spec: member-experience §2 "Top bar". */
export function CartLink() {
  const hasSome = useStore(cartText) !== null;
  const current = useMatch('/cart') !== null;
  return (
    <PageLink to="/cart" className={styles.link} title="Cart" aria-current={current ? 'page' : undefined}>
      <ShoppingCart size={20} aria-hidden="true" />
      <span className="visually-hidden">Cart</span>
      {hasSome && (
        <Suspense>
          <CartCount />
        </Suspense>
      )}
    </PageLink>
  );
}
