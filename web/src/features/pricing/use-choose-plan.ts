import { subscribedTierOf, type SubscribedTier } from '@easel/contracts/account/policy';
import { ApiError, messageOf } from '@easel/contracts/kernel/client/api-error';
import { recordOf } from '@easel/contracts/kernel/record';
import { subscriptionsHttp, type Plan } from '@easel/contracts/subscriptions/http';
import { subscriptionProblems, tierLabel, type BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { useEffect, useState } from 'react';
import { dayWithZone } from '../../lib/dates.ts';
import { leadsToAPage } from '../../lib/leads-to-a-page.ts';
import { useCommand } from '../../lib/queries.ts';
import { toast } from '../../ui/toast.tsx';

/** Where a refusal leads to be paid; undefined for any other failure. spec: rulings "Upgrade for nothing". */
export function checkoutOf(error: unknown): string | undefined {
  if (!(error instanceof ApiError) || error.code !== subscriptionProblems.paymentRequired.code) return undefined;
  const { url } = recordOf(error.body);
  return typeof url === 'string' && leadsToAPage(url) ? url : undefined;
}

/** Takes a plan: a better one by the card service's page, any other for the end of what is paid for. */
export function useChoosePlan() {
  const change = useCommand(subscriptionsHttp.upgrade);
  const [underWay, setUnderWay] = useState<SubscribedTier | null>(null);

  // Who comes back by the browser's button finds the page as it was left.
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setUnderWay(null);
    window.addEventListener('pageshow', onShow);
    return () => window.removeEventListener('pageshow', onShow);
  }, []);

  /** Resolves to whether the page is being left, to pay. */
  async function choose(tier: SubscribedTier, period: BillingPeriod): Promise<boolean> {
    setUnderWay(tier);
    try {
      const { subscription } = await change.mutateAsync({ body: { tier, period } });
      toast.success(outcomeText(subscription));
    } catch (error) {
      const checkout = checkoutOf(error);
      if (checkout) {
        window.location.assign(checkout);
        return true;
      }
      toast.error(failureText(error));
    }
    setUnderWay(null);
    return false;
  }

  return { choose, underWay };
}

type Outcome = Pick<Plan['subscription'], 'endDate' | 'next'> & { tier: string; status: string };

/** What has been settled for the end of what is paid for. */
export function outcomeText({ tier, status, endDate, next }: Outcome): string {
  if (next && endDate) return `${tierLabel(next.tier)} begins on ${dayWithZone(endDate)}`;
  if (status === 'cancelled' && endDate) return `Your plan ends on ${dayWithZone(endDate)}`;
  return `${tierLabel(subscribedTierOf(tier))} goes on`;
}

/** spec: member-experience §8 "Account failures". */
function failureText(error: unknown): string {
  const message = messageOf(error, '');
  return message ? `Subscription upgrade failed: ${message}` : 'Subscription upgrade failed';
}
