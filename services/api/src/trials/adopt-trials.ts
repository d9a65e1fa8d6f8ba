import { generationStream } from '@easel/contracts/generation/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { ErasePerson } from '@easel/kernel/identity/erase-person';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { GenerationCommand } from '../generation/generation.decider.ts';

/** Gives a visitor's pictures to a member. Changes nothing about those that somebody else has, or that are gone. */
export class AdoptTrials extends Command<void> {
  constructor(
    readonly adoption: { memberId: string; visitorId: string; generationIds: readonly string[] },
    readonly context: Omit<CommandContext, 'key'>,
  ) {
    super();
  }
}

@CommandHandler(AdoptTrials)
export class AdoptTrialsHandler implements ICommandHandler<AdoptTrials> {
  constructor(private readonly commands: CommandBus) {}

  async execute({ adoption: { memberId, visitorId, generationIds }, context }: AdoptTrials): Promise<void> {
    for (const generationId of generationIds) {
      await this.commands.execute(
        decide<GenerationCommand>(
          generationStream,
          generationId,
          { type: 'AdoptGeneration', generationId, memberId, visitorId },
          { ...context, key: `adopt ${generationId} ${memberId}` },
        ),
      );
      faultPoint('trial.after-adopt');
    }
    // Comes last: without the visitor's key no prompt could be read and kept in the member's words.
    await this.commands.execute(new ErasePerson(visitorId));
  }
}
