import { useCheckoutMode, useStripeKey } from '../features/checkout-mode/checkout-mode.ts';
import { useMe } from '../features/members/session.ts';
import { CheckoutPage } from '../features/orders/checkout-page.tsx';

/** The checkout, filled in from the profile, in the mode that orders are placed in now. */
export default function CheckoutRoute() {
  const profile = useMe().data?.user;
  const testMode = useCheckoutMode() ?? false;
  return <CheckoutPage profile={profile} testMode={testMode} stripeKey={useStripeKey() ?? null} />;
}
