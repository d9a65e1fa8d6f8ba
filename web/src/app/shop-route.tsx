import { usePrints } from '../features/checkout-mode/prints.ts';
import { useIsSignedIn } from '../features/members/session.ts';
import { ShopPage } from '../features/shop/shop-page.tsx';

/** The shop as a visitor or a member sees it, with who prints what is ordered. */
export default function ShopRoute() {
  return <ShopPage signedIn={useIsSignedIn()} prints={usePrints()} />;
}
