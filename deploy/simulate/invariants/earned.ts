import type { AccountFact } from '@easel/contracts/account/events';
import { openingsOf } from './allowances.ts';
import { entitledTenths, monthOf, openedBy } from './entitled.ts';
import { sumOf, typed, type Evidence, type Violation } from './evidence.ts';

/** Of the paid credits spent. spec: rulings "Earn rate". */
const CREDIT_SHARE = 0.6;
/** Of net after payment fees, with an earned credit at 5 cents. spec: rulings "Earn rate". */
const DOLLAR_SHARE = 0.5;
const PAYOUT_CENTS_PER_TENTH = 0.5;
const FEE_PER_THOUSAND = 29;

type Purchase = Extract<AccountFact, { type: 'ImagePurchased' }>['data'];

/** Sellers earn by kept money alone, and no more than their share of it. Holds at quiet points. */
export function earned(evidence: Evidence): Violation[] {
  return evidence.isQuiet ? [...byCredits(evidence), ...byDollars(evidence)] : [];
}

const purchasesOf = (evidence: Evidence, memberId: string): Purchase[] =>
  typed(evidence.account(memberId), 'ImagePurchased').map(({ data }) => data);

export const accrualsOf = (evidence: Evidence) =>
  evidence.members.flatMap((memberId) => typed(evidence.earnings(memberId), 'EarningsAccrued').map(({ data }) => data));

/** Sales whose money was taken back and has not come again: they bring nothing. */
export const reversedOf = (evidence: Evidence): ReadonlySet<string> =>
  evidence.members.reduce((reversed, memberId) => {
    for (const { type, data } of evidence.earnings(memberId)) {
      if (type === 'EarningsReversed') reversed.add(data.purchaseId);
      if (type === 'EarningsReinstated') reversed.delete(data.purchaseId);
    }
    return reversed;
  }, new Set<string>());

/** By buyer and by the payment of the month: of the credits that kept money pays for, as far as they bought images. */
function byCredits(evidence: Evidence): Violation[] {
  const reversed = reversedOf(evidence);
  const accruals = accrualsOf(evidence).filter(
    ({ method, purchaseId }) => method === 'credits' && !reversed.has(purchaseId),
  );
  const standing = new Set(accruals.map(({ purchaseId }) => purchaseId));
  return evidence.members.flatMap((memberId) => {
    const bought = purchasesOf(evidence, memberId).filter(({ purchaseId }) => standing.has(purchaseId));
    const openings = openingsOf(evidence.account(memberId));
    const most = sumOf(evidence.payments, (payment) => {
      const months = openedBy(openings, payment.id);
      const spent = bought.filter(({ purchasedAt }) => months.includes(monthOf(Date.parse(purchasedAt))));
      return Math.min(
        entitledTenths(payment, months.length),
        sumOf(spent, ({ allowanceTenths }) => allowanceTenths),
      );
    });
    const brought = sumOf(
      accruals.filter(({ buyerId }) => buyerId === memberId),
      ({ tenths }) => tenths,
    );
    if (brought <= most * CREDIT_SHARE) return [];
    const says = `its purchases brought sellers ${brought / 10} credits, and ${most / 10} paid ones were spent on them`;
    return [{ rule: 'earned ≤ 0.6 of paid', memberId, says }];
  });
}

function byDollars(evidence: Evidence): Violation[] {
  const price = new Map(
    evidence.members.flatMap((memberId) =>
      purchasesOf(evidence, memberId).map(({ purchaseId, cents }) => [purchaseId, cents] as const),
    ),
  );
  return accrualsOf(evidence).flatMap(({ method, memberId, purchaseId, tenths, cents }): Violation[] => {
    if (method === 'credits') return [];
    const paid = price.get(purchaseId) ?? 0;
    const net = paid - Math.ceil((paid * FEE_PER_THOUSAND) / 1000);
    const worth = cents + tenths * PAYOUT_CENTS_PER_TENTH;
    if (worth <= net * DOLLAR_SHARE) return [];
    return [{ rule: 'earned ≤ 0.5 of net', memberId, says: `a sale of ${paid} cents brought ${worth}` }];
  });
}
