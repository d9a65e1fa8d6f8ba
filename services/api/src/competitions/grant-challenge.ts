import { accountStream } from '@easel/contracts/account/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AccountCommand } from '../account/account.decider.ts';
import { MembersLookup } from '../members/members.lookup.ts';

type Share = Omit<Extract<AccountCommand, { type: 'GrantChallengeShare' }>, 'type' | 'at'>;

/** A member's amounts in one challenge. */
export interface Won {
  share: Share;
  /** Prizes of the entries with a place. */
  prizes: readonly { entryId: string; tenths: number; note: string }[];
}

/** Grants a member the share and prizes of a challenge once. An erased member gets nothing. */
export class GrantChallenge extends Command<void> {
  constructor(
    readonly won: Won,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(GrantChallenge)
export class GrantChallengeHandler implements ICommandHandler<GrantChallenge> {
  constructor(
    private readonly commands: CommandBus,
    private readonly members: MembersLookup,
  ) {}

  async execute({ won: { share, prizes }, context }: GrantChallenge): Promise<void> {
    const { memberId, competitionId } = share;
    if (await this.members.isErased(memberId)) return;
    await this.give(memberId, { type: 'GrantChallengeShare', ...share, at: new Date() }, context);
    for (const { entryId, tenths, note } of prizes) {
      faultPoint('competitions.before-prize');
      const key = `prize ${competitionId} ${entryId}`;
      const grant = { type: 'GrantCredits', memberId, key, tenths, reason: 'prize', note, at: new Date() } as const;
      await this.give(memberId, grant, { ...context, key });
    }
  }

  private give(memberId: string, command: AccountCommand, context: CommandContext): Promise<unknown> {
    return this.commands.execute(decide<AccountCommand>(accountStream, memberId, command, context));
  }
}
