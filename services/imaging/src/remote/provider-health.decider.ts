import type { ProviderFact } from '@easel/contracts/providers/events';
import type { Decider } from '@easel/kernel/deciding/decider';

export type FailingReason = Extract<ProviderFact, { type: 'ProviderFailing' }>['data']['reason'];

/** A provider's health, as operators and all workers reported it. */
export interface ProviderHealth {
  readonly isPaused: boolean;
  /** When the circuit breaker is half-open, in ms since the epoch; null while it is closed. */
  readonly failingUntil: number | null;
  /** Consecutive openings of the circuit breaker. */
  readonly openings: number;
}

export type ProviderHealthCommand =
  /** Reports `failures` consecutive failures of one worker. */
  | { type: 'NoteFailures'; provider: string; reason: FailingReason; failures: number; now: Date }
  | { type: 'NoteSuccess'; provider: string };

/** Consecutive failures that open the circuit breaker. */
export const FAILURES_MOST = 5;
const OPEN_MS = { first: 30_000, most: 600_000 };

/** The circuit breaker of a provider, shared by all workers. */
export const providerHealth: Decider<ProviderHealth, ProviderHealthCommand, ProviderFact> = {
  initial: () => ({ isPaused: false, failingUntil: null, openings: 0 }),

  decide(command, { failingUntil, openings }) {
    const { provider } = command;
    if (command.type === 'NoteSuccess') {
      return failingUntil === null ? [] : [{ type: 'ProviderRecovered', data: { provider } }];
    }
    const { reason, failures, now } = command;
    // While open, calls in flight may still fail. While half-open, one failure opens it again.
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
