import { Refused } from '@easel/contracts/kernel/problem';
import type { OperationFact } from '@easel/contracts/operations/events';
import { operationProblems } from '@easel/contracts/operations/http';
import { isProjectionName } from '@easel/contracts/operations/policy';
import type { Decider } from '@easel/kernel/decider';

export interface ProjectionControl {
  paused: boolean;
  /** Rebuilds that were asked for. */
  runs: ReadonlySet<string>;
  /** Those of them that were called off. */
  cancelled: ReadonlySet<string>;
  /** Operators' actions that are done. */
  settled: ReadonlySet<string>;
}

/** `actionId` is the same for every repeat; a rebuild's names its run. */
interface Action {
  projection: string;
  actionId: string;
  reason: string;
}

export type ProjectionCommand = Action &
  (
    | { type: 'PauseProjection' | 'ResumeProjection' }
    | { type: 'RequestRebuild'; acceptDifference: boolean }
    | { type: 'CancelRebuild'; runId: string }
    | { type: 'RetryPartition'; partition: string }
  );

/**
 * What operators ask of one read model. Whether a rebuild is over is known to the read side alone, which does one after
 * the other: here only those can be told apart that were asked for and called off.
 */
export const projection: Decider<ProjectionControl, ProjectionCommand, OperationFact> = {
  initial: () => ({ paused: false, runs: new Set(), cancelled: new Set(), settled: new Set() }),

  decide(command, state) {
    const { projection: name, actionId, reason } = command;
    if (!isProjectionName(name)) throw new Refused(operationProblems.notFound);
    if (state.settled.has(actionId)) return [];
    const action = { projection: name, actionId, reason };
    switch (command.type) {
      case 'PauseProjection':
        return state.paused ? [] : [{ type: 'ProjectionPaused', data: action }];
      case 'ResumeProjection':
        return state.paused ? [{ type: 'ProjectionResumed', data: action }] : [];
      case 'RequestRebuild': {
        const { acceptDifference } = command;
        return [{ type: 'RebuildRequested', data: { projection: name, runId: actionId, acceptDifference, reason } }];
      }
      case 'CancelRebuild': {
        const { runId } = command;
        if (!state.runs.has(runId)) throw new Refused(operationProblems.runNotFound);
        return state.cancelled.has(runId) ? [] : [{ type: 'RebuildCancelled', data: { ...action, runId } }];
      }
      case 'RetryPartition':
        return [{ type: 'PartitionRetryRequested', data: { ...action, partition: command.partition } }];
    }
  },

  evolve(state, fact) {
    switch (fact.type) {
      case 'ProjectionPaused':
        return { ...state, paused: true, settled: adding(state.settled, fact.data.actionId) };
      case 'ProjectionResumed':
        return { ...state, paused: false, settled: adding(state.settled, fact.data.actionId) };
      case 'RebuildRequested': {
        const { runId } = fact.data;
        return { ...state, runs: adding(state.runs, runId), settled: adding(state.settled, runId) };
      }
      case 'RebuildCancelled': {
        const { runId, actionId } = fact.data;
        return { ...state, cancelled: adding(state.cancelled, runId), settled: adding(state.settled, actionId) };
      }
      case 'PartitionRetryRequested':
        return { ...state, settled: adding(state.settled, fact.data.actionId) };
    }
  },
};

const adding = (set: ReadonlySet<string>, one: string): ReadonlySet<string> => new Set([...set, one]);
