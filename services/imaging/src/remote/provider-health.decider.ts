import type { ProviderFact } from '@easel/contracts/providers/events';
import type { Decider } from '@easel/kernel/deciding/decider';

export type FailingReason = Extract<ProviderFact, { type: 'ProviderFailing' }>['data']['reason'];

/** Whether a provider takes calls, as operators and all workers say. */
export interface ProviderHealth {
  readonly isPaused: boolean;
  /** In ms since the epoch; null while it is well. After that time it is tried again, and may still be failing. */
  readonly failingUntil: number | null;
  /** Openings in a row of the circuit breaker. */
  readonly openings: number;
}

export type ProviderHealthCommand =
  /** So many calls in a row have failed. */
  | { type: 'NoteFailures'; provider: string; reason: FailingReason; failures: number; now: Date }
  | { type: 'NoteSuccess'; provider: string };

/** Calls that fail in a row before no more are made for a while. */
export const FAILURES_MOST = 5;
const OPEN_MS = { first: 30_000, most: 600_000 };

/** The circuit breaker of a provider, which all workers share. */
export const providerHealth: Decider<ProviderHealth, ProviderHealthCommand, ProviderFact> = {
  initial: () => ({ isPaused: false, failingUntil: null, openings: 0 }),

  decide(command, { failingUntil, openings }) {
    const { provider } = command;
    if (command.type === 'NoteSuccess') {
      return failingUntil === null ? [] : [{ type: 'ProviderRecovered', data: { provider } }];
    }
    const { reason, failures, now } = command;
    // While it is open, calls from before may still fail. Once it is tried again, a single failure is enough.
    if (failingUntil !== null && failingUntil > now.getTime()) return [];
    if (failingUntil === null && failures < FAILURES_MOST) return [];
    const openMs = Math.min(OPEN_MS.most, OPEN_MS.first * 2 ** Math.min(openings, 30));
    const until = new Date(now.getTime() + openMs).toISOString();
    return [{ type: 'ProviderFailing', data: { provider, reason, failures, until } }];
  },

  evolve(health, fact) {
    switch (fact.type) {
      case 'ProviderPaused':
        return { ...health, isPaused: true };
      case 'ProviderResumed':
        return { ...health, isPaused: false };
      case 'ProviderFailing':
        return { ...health, failingUntil: Date.parse(fact.data.until), openings: health.openings + 1 };
      case 'ProviderRecovered':
        return { ...health, failingUntil: null, openings: 0 };
    }
  },
};
