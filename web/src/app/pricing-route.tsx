import { useIsSignedIn } from '../features/members/session.ts';
import { usePlan } from '../features/plan/plan-query.ts';
import type { Onlooker } from '../features/pricing/plan-choice.ts';
import { PricingPage } from '../features/pricing/pricing-page.tsx';

/** The plans, seen by a visitor or by a member who has one. */
export default function PricingRoute() {
  const signedIn = useIsSignedIn();
  const plan = usePlan(signedIn);
  return <PricingPage onlooker={onlookerOf(signedIn, plan)} onRetry={() => void plan.refetch()} />;
}

function onlookerOf(signedIn: boolean, { data, isError }: ReturnType<typeof usePlan>): Onlooker {
  if (!signedIn) return { kind: 'visitor' };
  if (data) return { kind: 'member', plan: data.plan };
  return { kind: isError ? 'unknown' : 'pending' };
}
