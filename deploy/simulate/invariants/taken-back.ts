import { balanceOf } from './balances.ts';
import { accrualsOf, reversedOf } from './earned.ts';
import { sumOf, typed, type Evidence, type Violation } from './evidence.ts';

/**
 * A sale in dollars brings nothing while the wallet that paid for it lacks them: of a wallet below zero so much was
 * taken back that was spent already, unless it was earned and paid out before. Holds at quiet points.
 */
export function takenBack(evidence: Evidence): Violation[] {
  if (!evidence.isQuiet) return [];
  const reversed = reversedOf(evidence);
  const accruals = accrualsOf(evidence);
  return evidence.members.flatMap((memberId) => {
    const facts = evidence.account(memberId);
    const lacking = -balanceOf(memberId, facts).booked.cents;
    const badDebt = sumOf(typed(facts, 'BadDebtBooked'), ({ data }) => data.cents);
    const bought = typed(facts, 'ImagePurchased').filter(({ data }) => data.method === 'dollars');
    const standing = new Set(
      accruals.flatMap(({ purchaseId, buyerId }) =>
        buyerId === memberId && !reversed.has(purchaseId) ? purchaseId : [],
      ),
    );
    const [stands, fell] = [true, false].map((does) =>
      bought.filter(({ data }) => standing.has(data.purchaseId) === does),
    );
    const borne = sumOf(fell ?? [], ({ data }) => data.cents) + badDebt;
    if (lacking <= borne || !stands?.length) return [];
    const says = `the wallet lacks ${lacking} cents, and of its purchases only ${borne} bring nothing`;
    return [{ rule: 'taken back earns nothing', memberId, says }];
  });
}
