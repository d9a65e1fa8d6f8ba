import type { SpendingFact } from '@easel/contracts/providers/events';
import type { Decider } from '@easel/kernel/deciding/decider';

/** What was reserved at a provider on one day, in millionths of a dollar. */
export interface Spending {
  readonly micros: number;
  readonly byMember: Readonly<Record<string, number>>;
}

/** As the command side reads it: the workers reserve, and decide by a fold of their own. */
export const spending: Decider<Spending, never, SpendingFact> = {
  initial: () => ({ micros: 0, byMember: {} }),
  decide: () => [],

  evolve({ micros, byMember }, { data }) {
    const before = byMember[data.memberId] ?? 0;
    return { micros: micros + data.micros, byMember: { ...byMember, [data.memberId]: before + data.micros } };
  },
};
