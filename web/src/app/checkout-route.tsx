import { useCheckoutMode } from '../features/checkout-mode/checkout-mode.ts';
import { useMe } from '../features/members/session.ts';
import { CheckoutPage } from '../features/orders/checkout-page.tsx';

/** The checkout, filled in from the profile, in the mode that orders are placed in now. */
export default function CheckoutRoute() {
  return <CheckoutPage profile={useMe().data?.user} testMode={useCheckoutMode() ?? false} />;
}
