import { allowanceTenths, monthStart, utcMonth } from '@easel/contracts/account/policy';
import {
  entitledTenths,
  FREE_TENTHS,
  keptCents,
  monthsTouched,
  monthTenths,
  type PlanPayment,
} from '@easel/contracts/subscriptions/entitlement.policy';
import { isPaid, tierInForce } from '@easel/contracts/subscriptions/policy';
import { owing, type Account, type OpenedMonth } from './account-state.decider.ts';

/** What a month's allowance is, and by which payment. */

/** Spent and left of what a month was granted; what expired or was taken back does not count. */
export const usedTenths = ({ grantedTenths, expiredTenths, revokedTenths }: OpenedMonth): number =>
  grantedTenths - expiredTenths - revokedTenths;

export const sumOfUsed = (months: readonly (readonly [string, OpenedMonth])[]): number =>
  months.reduce((sum, [, opened]) => sum + usedTenths(opened), 0);

/** The months that a payment has opened, the newest first. */
export const openedBy = ({ months }: Pick<Account, 'months'>, paymentId: string): [string, OpenedMonth][] =>
  Object.entries(months)
    .filter(([, opened]) => opened.paymentId === paymentId)
    .toSorted(([a], [b]) => (a < b ? 1 : -1));

/** The payment by which the plan is in force at an instant; undefined where there is none, or none is known of it. */
function payingAt({ subscription, payments }: Account, at: Date): string | undefined {
  if (!isPaid(tierInForce(subscription, at))) return undefined;
  const own = Object.entries(payments)
    .filter(([, paid]) => paid.source === subscription.source && keptCents(paid) > 0)
    .filter(([, { until }]) => Date.parse(until) > at.getTime())
    .toSorted(([, a], [, b]) => Date.parse(a.from) - Date.parse(b.from));
  const begun = own.findLast(([, { from }]) => Date.parse(from) <= at.getTime());
  return (begun ?? own[0])?.[0];
}

/**
 * The payments that may pay for a month as it stands at an instant, that of the plan in force first. One of which
 * nothing went back pays for its months whatever plan is in force: a better one may have come back that less is left
 * of.
 */
export function payersAt(account: Account, at: Date): string[] {
  const whole = Object.entries(account.payments).filter(
    ([, paid]) => keptCents(paid) === paid.cents && covers(paid, at),
  );
  return [...new Set([payingAt(account, at) ?? [], whole.map(([paymentId]) => paymentId)].flat())];
}

const covers = ({ from, until }: PlanPayment, at: Date): boolean =>
  Date.parse(from) <= at.getTime() && at.getTime() < Date.parse(until);

/** What a payment leaves for a month, of its own or one that it is to open. */
export function dueBy(account: Account, paymentId: string, month: string): number {
  const payment = account.payments[paymentId];
  if (!payment || !monthsTouched(payment).includes(month)) return FREE_TENTHS;
  const others = openedBy(account, paymentId).filter(([other]) => other !== month);
  return monthTenths(payment, others.length + 1, sumOfUsed(others));
}

/**
 * What a month is opened with: by what had been paid for when it began, so that it matters to nobody when it is opened.
 * The plan in force stands for payments of its own that are not known.
 */
function firstGrant(account: Account, month: string): Pick<OpenedMonth, 'grantedTenths' | 'paymentId'> {
  const start = monthStart(month);
  const { subscription } = account;
  const [best] = [
    ...payersAt(account, start).map((paymentId) => ({ paymentId, grantedTenths: dueBy(account, paymentId, month) })),
    ...(hasUnknownPayments(account)
      ? [{ paymentId: subscription.source, grantedTenths: allowanceTenths(tierInForce(subscription, start)) }]
      : []),
  ].toSorted((a, b) => b.grantedTenths - a.grantedTenths);
  return best && best.grantedTenths > FREE_TENTHS ? best : { paymentId: null, grantedTenths: FREE_TENTHS };
}

/**
 * Of a plan from before payments were written down none is known until the card service is looked at: it stands for
 * them.
 */
const hasUnknownPayments = ({ subscription: { source }, payments }: Account): boolean =>
  Object.values(payments).every((paid) => paid.source !== source);

export const opened = (account: Account, month: string): OpenedMonth => ({
  ...firstGrant({ ...account, months: monthsOver(account) }, month),
  expiredTenths: 0,
  revokedTenths: 0,
  owedTenths: 0,
});

/** The months once the running one is over: what is left of it has expired. */
function monthsOver({ months, month, allowanceTenths: left }: Account): Account['months'] {
  const running = months[month];
  return running ? { ...months, [month]: { ...running, expiredTenths: running.expiredTenths + left } } : months;
}

/**
 * What is in force at an instant, and what the account is worth once that month has been opened and has paid what is
 * owed: what a reader is shown before any command ran in it.
 */
export function asOf(account: Account, at: Date): Account {
  const month = utcMonth(at);
  const current = { ...account, tier: tierInForce(account.subscription, at) };
  if (month <= account.month) return current;
  const first = opened(account, month);
  const repaid = Math.min(first.grantedTenths, owing(account)?.tenths ?? 0);
  return {
    ...current,
    month,
    months: { ...monthsOver(account), [month]: first },
    monthAllowanceTenths: first.grantedTenths,
    allowanceTenths: first.grantedTenths - repaid,
    permanentTenths: account.permanentTenths + repaid,
    imagesThisMonth: 0,
    capturedThisMonthTenths: 0,
    downloadsThisMonth: 0,
  };
}

/**
 * Of so much of the running month's allowance, what kept money pays for: its share of the whole, parts of a tenth left
 * out. Credits of a month that nobody paid for, or whose payment went back, are none.
 *
 * @param account with that month open
 */
export function paidShareTenths(account: Account, tenths: number): number {
  const running = account.months[account.month];
  if (!running) return 0;
  const payment = account.payments[running.paymentId ?? ''];
  const level = usedTenths(running);
  if (!payment || running.paymentId === null) {
    return level > FREE_TENTHS && account.subscription.source !== null && hasUnknownPayments(account) ? tenths : 0;
  }
  const months = openedBy(account, running.paymentId);
  const others = sumOfUsed(months) - level;
  const paid = Math.min(level, Math.max(0, entitledTenths(payment, months.length) - others));
  return level > 0 ? Math.floor((tenths * paid) / level) : 0;
}
