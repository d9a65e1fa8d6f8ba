import { CartPage } from '../features/cart/cart-page.tsx';
import { useCanCheckOut } from '../features/checkout-mode/checkout-mode.ts';
import { TestModeNotice } from '../features/checkout-mode/test-mode-notice.tsx';
import { Funds } from '../features/purchases/funds.tsx';
import { useFunds } from './member-funds.ts';

/** The cart with the member's wallet beside it, and a word where nothing is charged. */
export default function CartRoute() {
  const { dollars } = useFunds();
  return (
    <CartPage
      walletDollars={dollars}
      canCheckOut={useCanCheckOut()}
      notice={<TestModeNotice />}
      funds={(wantedDollars) => <Funds dollars={dollars} wantedDollars={wantedDollars} />}
    />
  );
}
