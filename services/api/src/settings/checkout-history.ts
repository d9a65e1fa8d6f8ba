import type { HistoryEntry } from '@easel/contracts/kernel/console';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { CheckoutFact } from '@easel/contracts/settings/events';
import type { PresentCheckout } from '@easel/contracts/settings/checkout.http';
import type { Decider } from '@easel/kernel/deciding/decider';

interface CheckoutWithHistory extends PresentCheckout {
  /** The oldest first. */
  readonly history: readonly HistoryEntry[];
}

/** The settings as the console tells of them: with times, and who did what. It decides nothing. */
export const checkoutHistory: Decider<CheckoutWithHistory, never, Recorded<CheckoutFact>> = {
  initial: () => ({ testMode: false, version: 0, history: [] }),
  decide: () => [],

  evolve({ version: before, history }, { type, data: { testMode, reason }, recordedAt, metadata }) {
    const version = before + 1;
    const { kind, id, role = null } = metadata.actor;
    const entry = { version, type, at: recordedAt.toISOString(), actor: { kind, id, role } };
    return { testMode, version, history: [...history, { ...entry, detail: { testMode, reason } }] };
  },
};
