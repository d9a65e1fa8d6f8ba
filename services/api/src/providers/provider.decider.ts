import { Refused } from '@easel/contracts/kernel/problem';
import type { ProviderFact } from '@easel/contracts/providers/events';
import type { ProviderState } from '@easel/contracts/providers/policy';
import { providerProblems } from '@easel/contracts/providers/problems';
import type { Decider } from '@easel/kernel/deciding/decider';

type Failing = Extract<ProviderFact, { type: 'ProviderFailing' }>['data'];

export interface ProviderStanding {
  /** Why an operator has paused it; null while it is not. */
  readonly pausedFor: string | null;
  /** What the workers reported last; null after a call that succeeded. */
  readonly failing: Pick<Failing, 'reason' | 'until'> | null;
  /** Of the operators' changes. */
  readonly version: number;
  /** Operators' actions that are done. */
  readonly settled: ReadonlySet<string>;
}

export interface ProviderCommand {
  readonly type: 'PauseProvider' | 'ResumeProvider';
  readonly provider: string;
  /** Of the provider as the operator has seen it. */
  readonly version: number;
  readonly reason: string;
  /** The same for every repeat. */
  readonly actionId: string;
}

/** Whether a provider takes calls: operators pause and resume it, workers report how its calls end. */
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

/** What a request finds at this moment; what fails is tried again from its `until` on. */
export function availabilityOf({ pausedFor, failing }: ProviderStanding, at: Date): ProviderState {
  if (pausedFor !== null) return { state: 'paused', reason: pausedFor };
  if (failing && Date.parse(failing.until) > at.getTime()) return { state: 'failing', ...failing };
  return { state: 'ready' };
}

/** Why its last calls failed, while it is tried again; undefined once one has succeeded, and while it is not ready. */
export function lastFailureOf(standing: ProviderStanding, at: Date): string | undefined {
  return availabilityOf(standing, at).state === 'ready' ? standing.failing?.reason : undefined;
}
