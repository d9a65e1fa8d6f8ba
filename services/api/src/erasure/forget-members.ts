import { generationStream } from '@easel/contracts/generation/stream';
import { uploadStream } from '@easel/contracts/uploads/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { ErasePerson } from '@easel/kernel/identity/erase-person';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { GenerationCommand } from '../generation/generation.decider.ts';
import { OwnGenerationsLookup } from '../generation/own-generations.lookup.ts';
import { ForgetCustomer } from '../payments/forget-customer.ts';
import type { UploadCommand } from '../uploads/uploads.decider.ts';
import { UploadsLookup } from '../uploads/uploads.lookup.ts';

/** A member was erased: their words open nowhere from now on, their pictures go, and the card service forgets them. */
export class ForgetMember extends Command<void> {
  constructor(
    readonly memberId: string,
    readonly context: Omit<CommandContext, 'key'>,
  ) {
    super();
  }
}

@CommandHandler(ForgetMember)
export class ForgetMemberHandler implements ICommandHandler<ForgetMember> {
  constructor(
    private readonly own: OwnGenerationsLookup,
    private readonly uploads: UploadsLookup,
    private readonly commands: CommandBus,
  ) {}

  /** Each step may be done again, so that whatever stops between two of them is gone through from the first. */
  async execute({ memberId, context }: ForgetMember): Promise<void> {
    // Words first: nothing that may fail stands before them.
    await this.commands.execute(new ErasePerson(memberId));
    faultPoint('erasure.after-key');
    for await (const generationId of this.own.of(memberId)) {
      await this.commands.execute(
        decide<GenerationCommand>(
          generationStream,
          generationId,
          { type: 'EraseGeneration', generationId, memberId },
          { ...context, key: `erase ${generationId}` },
        ),
      );
    }
    faultPoint('erasure.after-pictures');
    for (const { id: uploadId } of await this.uploads.allOf(memberId)) {
      await this.commands.execute(
        decide<UploadCommand>(
          uploadStream,
          memberId,
          { type: 'ForgetUpload', memberId, uploadId },
          { ...context, key: `erase ${uploadId}` },
        ),
      );
    }
    faultPoint('erasure.after-uploads');
    await this.commands.execute(new ForgetCustomer(memberId, context));
  }
}
