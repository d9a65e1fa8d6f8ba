import type { SpendingFact } from '@easel/contracts/providers/events';
import type { Decider } from '@easel/kernel/deciding/decider';

/** Reservations at one provider on one day, in millionths of a dollar. */
export interface Spending {
  readonly micros: number;
  readonly byMember: Readonly<Record<string, number>>;
}

/** Reads a day's reservations for the API. Only workers append to this stream; they decide with a fold of their own. */
export const spending: Decider<Spending, never, SpendingFact> = {
  initial: () => ({ micros: 0, byMember: {} }),
  decide: () => [],

  evolve({ micros, byMember }, { data }) {
    const before = byMember[data.memberId] ?? 0;
    return { micros: micros + data.micros, byMember: { ...byMember, [data.memberId]: before + data.micros } };
  },
};
