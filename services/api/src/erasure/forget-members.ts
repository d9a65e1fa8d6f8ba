import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import { generationStream } from '@easel/contracts/generation/stream';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { ErasePerson } from '@easel/kernel/identity/erase-person';
import { EventLog } from '@easel/kernel/log/event-log';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { GenerationCommand } from '../generation/generation.decider.ts';
import { ForgetCustomer } from '../payments/forget-customer.ts';

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
    private readonly log: EventLog,
    private readonly commands: CommandBus,
  ) {}

  /** Each step may be done again, so that whatever stops between two of them is gone through from the first. */
  async execute({ memberId, context }: ForgetMember): Promise<void> {
    // Words first: nothing that may fail stands before them.
    await this.commands.execute(new ErasePerson(memberId));
    faultPoint('erasure.after-key');
    for await (const generationId of this.picturesOf(memberId)) {
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
    await this.commands.execute(new ForgetCustomer(memberId, context));
  }

  /** Whatever a member had made was held for in their account, but for what they had made as a visitor. */
  private async *picturesOf(memberId: string): AsyncGenerator<string> {
    for await (const fact of this.log.read<MemberFact>(memberStream.nameOf(memberId), { maxCount: 1 })) {
      if (fact.unreadable) throw new Error(`${fact.stream}@${fact.revision} cannot be read: ${fact.unreadable.detail}`);
      if (fact.type === 'MemberRegistered' && fact.data.trial) yield fact.data.trial.generationId;
    }
    for await (const fact of this.log.read<AccountFact>(accountStream.nameOf(memberId))) {
      if (fact.unreadable) throw new Error(`${fact.stream}@${fact.revision} cannot be read: ${fact.unreadable.detail}`);
      if (fact.type === 'CreditsHeld') yield fact.data.generationId;
    }
  }
}
