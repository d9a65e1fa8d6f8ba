import { defineProblems, Refused } from '@easel/contracts/kernel/problem';
import type { SpendingFact } from '@easel/contracts/providers/events';
import type { Decider } from '@easel/kernel/deciding/decider';

export const spendingProblems = defineProblems('spending', {
  dayBudgetSpent: [409, 'The daily budget is spent'],
  memberBudgetSpent: [409, 'The member’s daily budget is spent'],
});

/** Reservations at one provider on one day, in millionths of a dollar. */
interface Spending {
  readonly micros: number;
  readonly ofMember: Readonly<Record<string, number>>;
}

export interface Reserve {
  type: 'Reserve';
  provider: string;
  /** `yyyy-mm-dd`, UTC. */
  day: string;
  memberId: string;
  generationId: string;
  calls: readonly { call: string; micros: number }[];
  /** Limits in millionths of a dollar; an absent one does not apply. */
  budget: { dayMicros?: number | undefined; memberDayMicros?: number | undefined };
}

/** Reserves calls within a provider's daily budget: all calls of a command or none. */
export const spending: Decider<Spending, Reserve, SpendingFact> = {
  initial: () => ({ micros: 0, ofMember: {} }),
  snapshot: 'imaging.spending@1',

  decide({ provider, day, memberId, generationId, calls, budget }, state) {
    const wanted = calls.reduce((sum, { micros }) => sum + micros, 0);
    const { dayMicros = Number.POSITIVE_INFINITY, memberDayMicros = Number.POSITIVE_INFINITY } = budget;
    if (state.micros + wanted > dayMicros) throw new Refused(spendingProblems.dayBudgetSpent);
    if ((state.ofMember[memberId] ?? 0) + wanted > memberDayMicros) {
      throw new Refused(spendingProblems.memberBudgetSpent);
    }
    return calls.map(({ call, micros }) => ({
      type: 'SpendReserved',
      data: { provider, day, memberId, generationId, call, micros },
    }));
  },

  evolve({ micros, ofMember }, { data }) {
    const own = (ofMember[data.memberId] ?? 0) + data.micros;
    return { micros: micros + data.micros, ofMember: { ...ofMember, [data.memberId]: own } };
  },
};
