import { account } from '@easel/api/account/account.decider';
import { boughtAs } from '@easel/api/account/account-state.decider';
import { typed, type Evidence, type Violation } from './evidence.ts';

/**
 * Who was erased has left no words and no pictures; what others bought of theirs is had for good. Holds at quiet
 * points.
 */
export function erasures(evidence: Evidence): Violation[] {
  if (!evidence.isQuiet) return [];
  return [...evidence.erased.flatMap((one) => remains(evidence, one)), ...lost(evidence)];
}

function remains({ generations }: Evidence, { memberId, words }: Evidence['erased'][number]): Violation[] {
  const violations: Violation[] = [];
  if (words.length > 0) violations.push({ rule: 'erased = no words', memberId, says: `“${words[0]}” still opens` });
  for (const [id, facts] of generations) {
    const [asked] = typed(facts, 'GenerationRequested');
    if (asked?.data.memberId === memberId && typed(facts, 'Purged').length === 0) {
      violations.push({ rule: 'erased = purged', memberId, says: `generation ${id} is still there` });
    }
  }
  return violations;
}

const lost = ({ members, account: factsOf }: Evidence): Violation[] =>
  members.flatMap((memberId) => {
    const facts = factsOf(memberId);
    const state = facts.reduce((before, fact) => account.evolve(before, fact), account.initial());
    return typed(facts, 'ImagePurchased').flatMap(({ data: { variantId, size } }) =>
      boughtAs(state, variantId, size) === undefined
        ? [{ rule: 'bought = kept', memberId, says: `${size} of ${variantId} was bought, and is not theirs` }]
        : [],
    );
  });
