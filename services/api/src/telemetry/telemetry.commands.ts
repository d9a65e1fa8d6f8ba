import type { CommandContext } from '@easel/kernel/decider-runner';
import { Command } from '@nestjs/cqrs';

/** Never fails: a figure is not worth a file. */
export class RecordDownload extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly generationId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}
