import { account, availableTenths, type Account } from '@easel/api/account/account.decider';
import type { AccountFact } from '@easel/contracts/account/events';
import type { Evidence, Violation } from './evidence.ts';

/** What somebody who owes may not do; what a card has paid for in the shop follows its own payment. */
const isSpending = (fact: AccountFact, ofCard: ReadonlySet<string>): boolean =>
  fact.type === 'CreditsHeld' ||
  fact.type === 'PayoutRequested' ||
  (fact.type === 'ImagePurchased' && fact.data.method !== 'card') ||
  (fact.type === 'DownloadGranted' && !fact.data.own && !ofCard.has(fact.data.variantId));

/** Who owes credits or dollars spends neither, buys nothing, has no files of what was bought and is paid nothing. */
export function owing({ members, account: factsOf }: Evidence): Violation[] {
  return members.flatMap((memberId) => {
    let state: Account = account.initial();
    const violations: Violation[] = [];
    const ofCard = new Set<string>();
    for (const fact of factsOf(memberId)) {
      const { cents } = state;
      const tenths = availableTenths(state);
      if ((tenths < 0 || cents < 0) && isSpending(fact, ofCard)) {
        const says = `${fact.type} while owing: ${tenths / 10} credits, ${cents / 100} dollars`;
        violations.push({ rule: 'owing spends nothing', memberId, says });
      }
      if (fact.type === 'ImagePurchased' && fact.data.method === 'card') ofCard.add(fact.data.variantId);
      state = account.evolve(state, fact);
    }
    return violations;
  });
}
