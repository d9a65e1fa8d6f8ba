import { CartPage } from '../features/cart/cart-page.tsx';
import { Funds } from '../features/purchases/funds.tsx';
import { usePurse } from './member-purse.ts';

/** The cart with the member's wallet beside it. */
export default function CartRoute() {
  const { dollars } = usePurse();
  return (
    <CartPage
      walletDollars={dollars}
      funds={(wantedDollars) => <Funds dollars={dollars} wantedDollars={wantedDollars} />}
    />
  );
}
