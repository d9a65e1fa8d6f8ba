import type { OperationFact } from '@easel/contracts/operations/events';
import type { RebuildOutcome } from '@easel/contracts/operations/policy';
import { isOpen, type Rebuilds, rebuildsAfter } from '@easel/contracts/operations/rebuilds';
import type { Decider } from '@easel/kernel/deciding/decider';

export type RebuildCommand = { projection: string; runId: string } & (
  { type: 'BeginSwap' } | { type: 'EndRebuild'; outcome: RebuildOutcome }
);

/**
 * What the read side makes of the rebuilds that operators ask for. It is late for one that was cancelled, and repeats
 * change nothing: the state tells whoever asked which of the two it is.
 */
export const rebuilds: Decider<Rebuilds, RebuildCommand, OperationFact> = {
  initial: () => new Map(),

  decide(command, state) {
    const { projection, runId } = command;
    const phase = state.get(runId);
    switch (command.type) {
      case 'BeginSwap':
        return phase === 'requested' ? [{ type: 'RebuildSwapBegun', data: { projection, runId } }] : [];
      case 'EndRebuild': {
        const { outcome } = command;
        return isOpen(phase) ? [{ type: 'RebuildEnded', data: { projection, runId, outcome } }] : [];
      }
    }
  },

  evolve: rebuildsAfter,
};
