import { debtCents, monthlyImageLimit, monthStart } from '@easel/contracts/account/policy';
import { downloadLimits } from '@easel/contracts/downloads/policy';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import type { Plan } from '@easel/contracts/subscriptions/http';
import { isPaid, tierLabel } from '@easel/contracts/subscriptions/policy';
import type { AccountView } from '../account/account.lookup.ts';

/**
 * @param account as it stands at that instant
 * @param managed whether the card service has a page for its subscription
 */
export function planOf(account: AccountView, managed: boolean, at: Date): Plan {
  const { tier, subscription } = account;
  const { maxSize, formats, monthly } = downloadLimits(tier);
  return {
    tier,
    label: tierLabel(tier),
    subscription: {
      tier: subscription.tier,
      status: subscription.status,
      period: subscription.period,
      endDate: subscription.endDate,
      next: subscription.next,
    },
    renews: managed && isPaid(tier) && subscription.status === 'active',
    managed,
    credits: {
      allowance: tenthsToCredits(account.monthAllowanceTenths),
      allowanceLeft: tenthsToCredits(account.allowanceTenths),
      permanent: tenthsToCredits(account.permanentTenths),
      held: tenthsToCredits(account.heldTenths),
      spent: tenthsToCredits(account.capturedThisMonthTenths),
      renewsAt: nextMonth(account.month, at).toISOString(),
    },
    debt: debtOf(account.owing),
    images: { used: account.imagesThisMonth, limit: monthlyImageLimit(tier) },
    downloads: { used: account.downloadsThisMonth, limit: monthly, maxSize, formats: [...formats] },
  };
}

function debtOf(owed: AccountView['owing']): Plan['debt'] {
  return owed
    ? {
        credits: tenthsToCredits(owed.tenths),
        price: centsToDollars(debtCents(owed.tenths)),
        dollars: centsToDollars(owed.cents),
      }
    : null;
}

/** After the month that is open: a clock that runs behind does not close it. */
function nextMonth(open: string, at: Date): Date {
  const from = open === '' ? at : monthStart(open);
  return new Date(Date.UTC(from.getUTCFullYear(), from.getUTCMonth() + 1));
}
