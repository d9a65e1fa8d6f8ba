import type { RebuildOutcome } from '@easel/contracts/operations/policy';
import { isOpen, type RebuildPhase, type Rebuilds } from '@easel/contracts/operations/rebuilds';
import { projectionStream } from '@easel/contracts/operations/stream';
import { type CommandContext, DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Inject, Injectable } from '@nestjs/common';
import { type RebuildCommand, rebuilds } from './rebuilds.decider.ts';

/** A rebuild by its id, and whose. */
export interface NamedRun {
  id: string;
  projection: string;
}

/**
 * Where a rebuild and its cancellation meet: each is written at the exact revision of the projection's stream that it
 * was decided at, so one of them is first. Throws LogUnavailable, and Refused with 503 where the log takes nothing now.
 */
@Injectable()
export class RebuildLog {
  constructor(@Inject(DeciderRunner) private readonly runner: Pick<DeciderRunner, 'execute' | 'fold'>) {}

  async of(projection: string): Promise<Rebuilds> {
    return (await this.runner.fold(streamOf(projection), rebuilds)).state;
  }

  async phaseOf({ id, projection }: NamedRun): Promise<RebuildPhase | undefined> {
    return (await this.of(projection)).get(id);
  }

  /** False where it was cancelled before. */
  async beginSwap(run: NamedRun): Promise<boolean> {
    return (await this.decide(run, { type: 'BeginSwap' })) === 'swapping';
  }

  /** Answers how it ended: it may have been cancelled before. */
  async end(run: NamedRun, outcome: RebuildOutcome): Promise<RebuildOutcome | 'cancelled'> {
    const phase = await this.decide(run, { type: 'EndRebuild', outcome });
    return phase === undefined || isOpen(phase) ? outcome : phase;
  }

  private async decide(
    { id: runId, projection }: NamedRun,
    what: { type: 'BeginSwap' } | { type: 'EndRebuild'; outcome: RebuildOutcome },
  ): Promise<RebuildPhase | undefined> {
    const command: RebuildCommand = { projection, runId, ...what };
    const context: CommandContext = {
      key: `rebuild ${runId} ${what.type}`,
      actor: { kind: 'system', id: 'projections' },
      correlationId: runId,
    };
    return (await this.runner.execute(streamOf(projection), rebuilds, command, context)).state.get(runId);
  }
}

const streamOf = (projection: string): string => projectionStream.nameOf(projection);
