import { type Problem, Refused } from '@easel/contracts/kernel/problem';
import type { OperationFact } from '@easel/contracts/operations/events';
import { operationProblems } from '@easel/contracts/operations/http';
import { projectionNames } from '@easel/contracts/projection-names';
import { isOpen, type RebuildPhase, type Rebuilds, rebuildsAfter } from '@easel/contracts/operations/rebuilds';
import type { Decider } from '@easel/kernel/deciding/decider';

export interface ProjectionControl {
  paused: boolean;
  rebuilds: Rebuilds;
  /** Operators' actions that are done. */
  settled: ReadonlySet<string>;
}

/** `actionId` is the same for every repeat; a rebuild's names its run. */
interface Action {
  projection: string;
  actionId: string;
  reason: string;
}

/** What an operator may ask of a read model. */
export type ProjectionRequest =
  | { type: 'PauseProjection' | 'ResumeProjection' }
  | { type: 'RequestRebuild'; acceptDifference: boolean }
  | { type: 'CancelRebuild'; runId: string }
  | { type: 'RetryPartition'; partition: string };

export type ProjectionCommand = Action & ProjectionRequest;

/**
 * What operators ask of one read model. Who comes second to the same thing is refused; a repeat of the same action is
 * not. A rebuild is cancelled only until the read side has written that its swap begins.
 */
export const projection: Decider<ProjectionControl, ProjectionCommand, OperationFact> = {
  initial: () => ({ paused: false, rebuilds: new Map(), settled: new Set() }),

  decide(command, state) {
    const { projection: name, actionId, reason } = command;
    if (!projectionNames.includes(name)) throw new Refused(operationProblems.notFound);
    if (state.settled.has(actionId)) return [];
    const action = { projection: name, actionId, reason };
    switch (command.type) {
      case 'PauseProjection':
        if (state.paused) throw new Refused(operationProblems.alreadyPaused);
        return [{ type: 'ProjectionPaused', data: action }];
      case 'ResumeProjection':
        if (!state.paused) throw new Refused(operationProblems.notPaused);
        return [{ type: 'ProjectionResumed', data: action }];
      case 'RequestRebuild': {
        if ([...state.rebuilds.values()].some(isOpen)) throw new Refused(operationProblems.rebuildOpen);
        const { acceptDifference } = command;
        return [{ type: 'RebuildRequested', data: { projection: name, runId: actionId, acceptDifference, reason } }];
      }
      case 'CancelRebuild': {
        const { runId } = command;
        const phase = state.rebuilds.get(runId);
        if (!phase) throw new Refused(operationProblems.runNotFound);
        if (phase !== 'requested') throw new Refused(tooLateToCancel[phase]);
        return [{ type: 'RebuildCancelled', data: { ...action, runId } }];
      }
      case 'RetryPartition':
        return [{ type: 'PartitionRetryRequested', data: { ...action, partition: command.partition } }];
    }
  },

  evolve(state, fact) {
    const rebuilds = rebuildsAfter(state.rebuilds, fact);
    switch (fact.type) {
      case 'ProjectionPaused':
        return { ...state, paused: true, settled: adding(state.settled, fact.data.actionId) };
      case 'ProjectionResumed':
        return { ...state, paused: false, settled: adding(state.settled, fact.data.actionId) };
      case 'RebuildRequested':
        return { ...state, rebuilds, settled: adding(state.settled, fact.data.runId) };
      case 'RebuildCancelled':
        return { ...state, rebuilds, settled: adding(state.settled, fact.data.actionId) };
      case 'RebuildSwapBegun':
      case 'RebuildEnded':
        return { ...state, rebuilds };
      case 'PartitionRetryRequested':
        return { ...state, settled: adding(state.settled, fact.data.actionId) };
    }
  },
};

const tooLateToCancel: Readonly<Record<Exclude<RebuildPhase, 'requested'>, Problem>> = {
  cancelled: operationProblems.alreadyCancelled,
  swapping: operationProblems.swapBegun,
  swapped: operationProblems.swapped,
  different: operationProblems.rebuildEnded,
  failed: operationProblems.rebuildEnded,
  unknown: operationProblems.rebuildEnded,
};

const adding = (set: ReadonlySet<string>, one: string): ReadonlySet<string> => new Set([...set, one]);
