import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';

/** What an operator may ask of a read model, beside its name and the reason. */
export type ProjectionWish =
  | { type: 'PauseProjection' | 'ResumeProjection' }
  | { type: 'RequestRebuild'; acceptDifference: boolean }
  | { type: 'CancelRebuild'; runId: string }
  | { type: 'RetryPartition'; partition: string };

/** Answers the action's id, the same for a repeat; a rebuild's run has it. Refused with 404 for what there is not. */
export class OperateProjection extends Command<string> {
  constructor(
    readonly projection: string,
    readonly wish: ProjectionWish,
    readonly reason: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
