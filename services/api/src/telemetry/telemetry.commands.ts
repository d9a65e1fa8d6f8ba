import type { ActivityType } from '@easel/contracts/telemetry/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command } from '@nestjs/cqrs';

/** What a member did, once for each of `generationIds`. Never fails: a figure is not worth a file. */
export class RecordActivity extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly eventType: ActivityType,
    readonly generationIds: readonly string[],
    readonly context: CommandContext,
  ) {
    super();
  }
}
