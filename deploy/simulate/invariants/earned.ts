import type { AccountFact } from '@easel/contracts/account/events';
import { monthOf, paidFor } from './entitled.ts';
import { sumOf, typed, type Evidence, type Violation } from './evidence.ts';

/** Ruled: of the paid credits that a sale takes. */
const CREDIT_SHARE = 0.6;
/** Ruled: of what a sale in dollars leaves after the payment's own cost; an earned credit pays out at 5 cents. */
const DOLLAR_SHARE = 0.5;
const PAYOUT_CENTS_PER_TENTH = 0.5;
const FEE_PER_THOUSAND = 29;

type Purchase = Extract<AccountFact, { type: 'ImagePurchased' }>['data'];

/** Sellers earn by kept money alone, and no more than their share of it. Holds at quiet points. */
export function earned(evidence: Evidence): Violation[] {
  return evidence.isQuiet ? [...byCredits(evidence), ...byDollars(evidence), ...owed(evidence)] : [];
}

const purchasesOf = (evidence: Evidence, memberId: string): Purchase[] =>
  typed(evidence.account(memberId), 'ImagePurchased').map(({ data }) => data);

const accrualsOf = (evidence: Evidence) =>
  evidence.members.flatMap((memberId) => typed(evidence.earnings(memberId), 'EarningsAccrued').map(({ data }) => data));

/** By buyer: of the credits that each month's kept money pays for, as far as they bought images. */
function byCredits(evidence: Evidence): Violation[] {
  const accruals = accrualsOf(evidence).filter(({ method }) => method === 'credits');
  return evidence.members.flatMap((memberId) => {
    const bought = purchasesOf(evidence, memberId).filter(({ method }) => method === 'credits');
    if (bought.length === 0) return [];
    const opened = new Set(typed(evidence.account(memberId), 'CreditsGranted').flatMap(({ data }) => data.month ?? []));
    const paid = paidFor(
      evidence.payments.filter((payment) => payment.memberId === memberId),
      opened,
    );
    const most = sumOf([...opened], (month) => {
      const spent = bought.filter(({ purchasedAt }) => monthOf(Date.parse(purchasedAt)) === month);
      return Math.min(
        paid.get(month) ?? 0,
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

/** What a seller is owed has come: each sale in dollars once, and what has matured is settled. */
function owed(evidence: Evidence): Violation[] {
  const accruals = accrualsOf(evidence);
  const times = Map.groupBy(accruals, ({ purchaseId }) => purchaseId);
  const violations: Violation[] = [];
  for (const [purchaseId, { length, 0: first }] of times) {
    if (length > 1) {
      violations.push({
        rule: 'sale counts once',
        memberId: first?.memberId,
        says: `${purchaseId} earned ${length} times`,
      });
    }
  }
  for (const memberId of evidence.members) {
    const matured = typed(evidence.earnings(memberId), 'EarningsMatured').map(({ data }) => data);
    const settled = typed(evidence.account(memberId), 'EarningsSettled').map(({ data }) => data);
    const [due, came] = [matured, settled].map((all) => sumOf(all, ({ tenths, cents }) => tenths * 1_000_000 + cents));
    if (due !== came) violations.push({ rule: 'sellers are owed', memberId, says: `matured ${due}, settled ${came}` });
  }
  return violations;
}
