import { useBalance } from '../features/account/balance.ts';
import { PaymentResultPage } from '../features/payment/payment-result-page.tsx';
import { usePlan } from '../features/plan/plan-query.ts';

/** What became of a checkout, with what the member has by now. */
export default function PaymentResultRoute() {
  const balance = useBalance();
  const plan = usePlan();
  return <PaymentResultPage walletDollars={balance.data?.balance} plan={plan.data?.plan} />;
}
