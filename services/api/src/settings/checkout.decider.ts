import { Refused } from '@easel/contracts/kernel/problem';
import type { CheckoutFact } from '@easel/contracts/settings/events';
import { type PresentCheckout } from '@easel/contracts/settings/checkout.http';
import { checkoutProblems } from '@easel/contracts/settings/problems';
import type { Decider } from '@easel/kernel/deciding/decider';

export interface Checkout {
  testMode: boolean;
  /** Of its changes. */
  version: number;
  /** Operators' actions that are done. */
  settled: Set<string>;
}

export interface ToggleTestModeCommand {
  type: 'ToggleTestMode';
  /** Of the settings as the operator has seen them. */
  version: number;
  testMode: boolean;
  reason: string;
  /** The same for every repeat. */
  actionId: string;
}

/** How orders are treated: in test mode they are neither charged nor shipped. */
export const checkout: Decider<Checkout, ToggleTestModeCommand, CheckoutFact> = {
  initial: () => ({ testMode: false, version: 0, settled: new Set() }),

  decide({ version, testMode, reason, actionId }, state) {
    if (state.settled.has(actionId)) return [];
    if (version !== state.version) throw new Refused(checkoutProblems.changed, { present: presentOf(state) });
    return testMode === state.testMode ? [] : [{ type: 'TestModeToggled', data: { actionId, testMode, reason } }];
  },

  evolve({ version, settled }, { data: { actionId, testMode } }) {
    return { testMode, version: version + 1, settled: settled.add(actionId) };
  },
};

export const presentOf = ({ testMode, version }: Checkout): PresentCheckout => ({ testMode, version });
