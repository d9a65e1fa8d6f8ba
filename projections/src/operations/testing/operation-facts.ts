import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { OperationFact } from '@easel/contracts/operations/events';
import type { RebuildOutcome } from '@easel/contracts/operations/policy';
import type { Recorder } from '../../testing/recorded.ts';

/** What an operator asks of one projection. */
export class OperationStory {
  readonly operatorId = randomUUID();

  constructor(
    private readonly recorder: Recorder,
    readonly projection = 'gallery',
  ) {}

  paused(reason = 'a look'): Recorded<OperationFact> {
    return this.record({ type: 'ProjectionPaused', data: this.action(reason) });
  }

  resumed(reason = 'seen'): Recorded<OperationFact> {
    return this.record({ type: 'ProjectionResumed', data: this.action(reason) });
  }

  rebuild(runId: string, { acceptDifference = false, reason = 'to be sure' } = {}): Recorded<OperationFact> {
    const { projection } = this;
    return this.record({ type: 'RebuildRequested', data: { projection, runId, acceptDifference, reason } });
  }

  cancelled(runId: string, reason = 'not now'): Recorded<OperationFact> {
    return this.record({ type: 'RebuildCancelled', data: { ...this.action(reason), runId } });
  }

  swapBegun(runId: string): Recorded<OperationFact> {
    return this.record({ type: 'RebuildSwapBegun', data: { projection: this.projection, runId } });
  }

  ended(runId: string, outcome: RebuildOutcome): Recorded<OperationFact> {
    return this.record({ type: 'RebuildEnded', data: { projection: this.projection, runId, outcome } });
  }

  retried(partition: string): Recorded<OperationFact> {
    return this.record({ type: 'PartitionRetryRequested', data: { ...this.action('mended'), partition } });
  }

  private action(reason: string) {
    return { projection: this.projection, actionId: randomUUID(), reason };
  }

  private record(fact: OperationFact): Recorded<OperationFact> {
    const recorded = this.recorder.record(`projection-${this.projection}`, fact);
    const actor = { kind: 'operator', id: this.operatorId, role: 'analyst' } as const;
    return { ...recorded, metadata: { ...recorded.metadata, actor } };
  }
}
