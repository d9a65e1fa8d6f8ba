import { Refused } from '@easel/contracts/kernel/problem';
import type { ProviderFact } from '@easel/contracts/providers/events';
import type { ProviderState } from '@easel/contracts/providers/policy';
import { providerProblems } from '@easel/contracts/providers/problems';
import type { Decider } from '@easel/kernel/deciding/decider';

type Failing = Extract<ProviderFact, { type: 'ProviderFailing' }>['data'];

export interface ProviderStanding {
  /** Why an operator paused it; null when it is not paused. */
  readonly pausedFor: string | null;
  /** The last failure that workers reported; null after a call succeeds. */
  readonly failing: Pick<Failing, 'reason' | 'until'> | null;
  /** Counts the operators' changes. */
  readonly version: number;
  /** Ids of operators' actions that are done, to deduplicate repeats. */
  readonly settled: ReadonlySet<string>;
}

export interface ProviderCommand {
  readonly type: 'PauseProvider' | 'ResumeProvider';
  readonly provider: string;
  /** The version that the operator read. */
  readonly version: number;
  readonly reason: string;
  /** Deduplicates repeats of the same action. */
  readonly actionId: string;
}

/** Decides whether a provider accepts calls. Operators pause and resume it; workers report failures and recovery. */
export const provider: Decider<ProviderStanding, ProviderCommand, ProviderFact> = {
  initial: () => ({ pausedFor: null, failing: null, version: 0, settled: new Set() }),

  decide({ type, version, ...action }, state) {
    if (state.settled.has(action.actionId)) return [];
    if (version !== state.version) throw new Refused(providerProblems.changed, { version: state.version });
    const isPaused = state.pausedFor !== null;
    switch (type) {
      case 'PauseProvider':
        return isPaused ? [] : [{ type: 'ProviderPaused', data: action }];
      case 'ResumeProvider':
        return isPaused ? [{ type: 'ProviderResumed', data: action }] : [];
    }
  },

  evolve(state, fact) {
    switch (fact.type) {
      case 'ProviderPaused':
        return { ...settling(state, fact.data.actionId), pausedFor: fact.data.reason };
      case 'ProviderResumed':
        return { ...settling(state, fact.data.actionId), pausedFor: null };
      case 'ProviderFailing':
        return { ...state, failing: { reason: fact.data.reason, until: fact.data.until } };
      case 'ProviderRecovered':
        return { ...state, failing: null };
    }
  },
};

const settling = (state: ProviderStanding, actionId: string): ProviderStanding => ({
  ...state,
  version: state.version + 1,
  settled: new Set([...state.settled, actionId]),
});

/** Returns a provider's availability at this time. A failing provider is ready again from `until` on. */
export function availabilityOf({ pausedFor, failing }: ProviderStanding, at: Date): ProviderState {
  if (pausedFor !== null) return { state: 'paused', reason: pausedFor };
  if (failing && Date.parse(failing.until) > at.getTime()) return { state: 'failing', ...failing };
  return { state: 'ready' };
}

/** Why its last calls failed, while it is tried again; undefined once one has succeeded, and while it is not ready. */
export function lastFailureOf(standing: ProviderStanding, at: Date): string | undefined {
  return availabilityOf(standing, at).state === 'ready' ? standing.failing?.reason : undefined;
}
