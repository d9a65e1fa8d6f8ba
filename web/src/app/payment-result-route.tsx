import { useState } from 'react';
import { useBalance } from '../features/account/balance.ts';
import { PaymentResultPage } from '../features/payment/payment-result-page.tsx';
import { usePlan } from '../features/plan/plan-query.ts';
import { waitingDeal } from '../features/purchases/waiting-deal.ts';

/** What became of a checkout, with what the member has by now. */
export default function PaymentResultRoute() {
  const balance = useBalance();
  const plan = usePlan();
  const [waiting] = useState(() => waitingDeal.get());
  const goOn = waiting ? { to: `/image/${waiting.generationId}?buy`, label: 'Back to your picture' } : null;
  return <PaymentResultPage walletDollars={balance.data?.balance} plan={plan.data?.plan} goOn={goOn} />;
}
