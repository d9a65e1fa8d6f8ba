import type { SubscribedTier } from '@easel/contracts/account/policy';
import { subscriptionsHttp } from '@easel/contracts/subscriptions/http';
import { changeOf, subscriptionProblems, tierLabel, type BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { ApiError, messageOf } from '../../lib/api.ts';
import { useCommand } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';

/** ruled: a better plan is refused with the checkout's address. */
const toBePaid = z.object({ url: z.url({ protocol: /^https?$/ }) });

/** Where a refusal leads to be paid; undefined for any other failure. */
export function checkoutOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== subscriptionProblems.paymentRequired.code) return undefined;
  return z.safeParse(toBePaid, error.body).data?.url;
}

/** Takes a plan: at once where nothing is to be paid, else by the card service's page. */
export function useChoosePlan() {
  const change = useCommand(subscriptionsHttp.upgrade);
  const [underWay, setUnderWay] = useState<SubscribedTier | null>(null);

  // Who comes back by the browser's button finds the page as it was left.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setUnderWay(null);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  async function choose(from: SubscribedTier, tier: SubscribedTier, period: BillingPeriod): Promise<void> {
    setUnderWay(tier);
    try {
      const { subscription } = await change.mutateAsync({ body: { tier, period } });
      if (changeOf(from, tier) !== 'upgrade') toast.success(`Your plan is ${tierLabel(tier)} now`);
      else if (subscription.tier === tier) toast.success('Subscription upgraded successfully!');
      else toast.info('Your plan is being changed. This can take a moment.');
    } catch (error) {
      const checkout = checkoutOf(error);
      if (checkout) return window.location.assign(checkout);
      toast.error(failureText(error));
    }
    setUnderWay(null);
  }

  return { choose, underWay };
}

/** spec: member-experience §8, with the server's message when present. */
function failureText(error: unknown): string {
  const message = messageOf(error, '');
  return message ? `Subscription upgrade failed: ${message}` : 'Subscription upgrade failed';
}
