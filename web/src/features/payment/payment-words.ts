import { subscribedTierOf } from '@easel/contracts/account/policy';
import type { Checkout } from '@easel/contracts/payments/http';
import type { Plan } from '@easel/contracts/subscriptions/http';
import { tierLabel } from '@easel/contracts/subscriptions/policy';
import { formatDollars } from '../../lib/dollars.ts';
import type { Outcome } from './checkout-watch.ts';

export interface Verdict {
  heading: string;
  text: string;
  /** Whether the page can be asked to look again. */
  again?: true;
}

/** What came back, in a word: 'Creator, yearly', '$25.00 for your wallet'. */
export const wareText = ({ kind, amount, tier, period }: Checkout): string =>
  kind === 'wallet'
    ? `${formatDollars(amount)} for your wallet`
    : `${tierLabel(subscribedTierOf(tier ?? ''))}${period ? `, ${period}` : ''}`;

/** `inForce`: whether the plan that was paid for is the member's by now. */
export function verdictOf(checkout: Checkout, outcome: Outcome, inForce = false): Verdict {
  const ware = wareText(checkout);
  switch (outcome) {
    case 'checking':
      return { heading: 'Checking your payment', text: `${ware}: waiting for the card service’s word.` };
    case 'slow':
      return {
        heading: 'Your bank takes its time',
        text: `${ware}: the payment is under way. You need not wait here: it takes effect as soon as the bank has confirmed it, and your statement shows it then.`,
        again: true,
      };
    case 'unfinished':
      return {
        heading: 'Not paid yet',
        text: `${ware}: this checkout was left before anything was paid. Nothing was charged so far.`,
        again: true,
      };
    case 'paid':
      if (checkout.kind === 'wallet') {
        return { heading: 'Payment received', text: `${formatDollars(checkout.amount)} were added to your wallet.` };
      }
      return inForce
        ? { heading: 'Subscription upgraded successfully!', text: `${ware}: your plan has begun.` }
        : { heading: 'Payment received', text: `${ware}: it begins as soon as the card service has confirmed it.` };
    case 'failed':
      return { heading: 'The payment failed', text: `${ware}: the card was declined. Nothing was charged.` };
    case 'expired':
      return { heading: 'This checkout has expired', text: `${ware}: it was not paid in time. Nothing was charged.` };
  }
}

/** Whether the plan that a checkout was for is the member's. */
export const isInForce = (
  { tier, period }: Checkout,
  plan: Pick<Plan, 'tier'> & { subscription: Pick<Plan['subscription'], 'period'> },
): boolean => plan.tier === subscribedTierOf(tier ?? '') && (period === null || plan.subscription.period === period);

/** Whoever turned back before paying. */
export const cancelledVerdict: Verdict = {
  heading: 'Checkout cancelled',
  text: 'You turned back; nothing was charged.',
};

/** A checkout that is not there, or another member's. */
export const unknownVerdict: Verdict = {
  heading: 'No such checkout',
  text: 'We know of no checkout of yours by this address. If you have paid, your statement shows it.',
};

/** Where one goes on from a checkout of this kind. */
export const wayOn = (kind: Checkout['kind'], paid: boolean): { to: string; label: string } => {
  if (paid) return { to: '/generator', label: 'Create an image' };
  return kind === 'plan' ? { to: '/pricing', label: 'Back to the plans' } : { to: '/statement', label: 'Add funds' };
};
