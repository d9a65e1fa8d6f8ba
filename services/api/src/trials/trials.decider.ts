import { Refused } from '@easel/contracts/kernel/problem';
import type { TrialFact } from '@easel/contracts/trials/events';
import { trialProblems } from '@easel/contracts/trials/http';
import { TRIALS_A_DAY, TRIALS_A_NETWORK, TRIALS_A_VISITOR } from '@easel/contracts/trials/policy';
import type { Decider } from '@easel/kernel/deciding/decider';

/** Who has claimed which pictures on one day. */
export interface Trials {
  /** By generation. */
  claims: Map<string, { visitorId: string; network: string }>;
}

export interface TrialsCommand {
  type: 'ClaimTrial';
  /** UTC, the stream's. */
  day: string;
  visitorId: string;
  generationId: string;
  network: string;
  /** Of the visitor's earlier pictures, those that are known to have ended, and which of these came to nothing. */
  ended: readonly string[];
  failed: readonly string[];
  /** Whether one of the visitor's from a day before is still under way. */
  waiting: boolean;
  at: Date;
}

/** What the house gives on one day: so many pictures, a few to each, and one at a time. */
export const trials: Decider<Trials, TrialsCommand, TrialFact> = {
  initial: () => ({ claims: new Map() }),

  decide({ day, visitorId, generationId, network, ended, failed, waiting, at }, { claims }) {
    if (claims.has(generationId)) return [];
    const all = [...claims].map(([id, claim]) => ({ id, ...claim }));
    const own = all.filter((claim) => claim.visitorId === visitorId);
    if (waiting || own.some(({ id }) => !ended.includes(id))) throw new Refused(trialProblems.inFlight);
    // What came to nothing is not held against the visitor; the house has spent it.
    if (own.filter(({ id }) => !failed.includes(id)).length >= TRIALS_A_VISITOR) {
      throw new Refused(trialProblems.visitorSpent);
    }
    if (all.filter((claim) => claim.network === network).length >= TRIALS_A_NETWORK) {
      throw new Refused(trialProblems.networkSpent);
    }
    if (claims.size >= TRIALS_A_DAY) throw new Refused(trialProblems.budgetSpent);
    return [{ type: 'TrialClaimed', data: { day, visitorId, generationId, network, claimedAt: at.toISOString() } }];
  },

  evolve(state, { data: { generationId, visitorId, network } }) {
    state.claims.set(generationId, { visitorId, network });
    return state;
  },
};
