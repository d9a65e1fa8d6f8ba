import { accountHttp, accountProblems } from '@easel/contracts/account/http';
import { accountStream } from '@easel/contracts/account/stream';
import { creditsToTenths, tenthsToCredits } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import { Issued } from '@easel/kernel/http/caller.decorator';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { AccountCommand } from '../account/account.decider.ts';
import { AccountLookup } from '../account/account.lookup.ts';
import { MembersLookup } from './members.lookup.ts';

/** What operators give to members. */
@Controller()
export class GrantsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountLookup,
    private readonly members: MembersLookup,
  ) {}

  @RouteOf(accountHttp.grant)
  async grant(
    @Param({ schema: accountHttp.grant.params }) { id }: { id: string },
    @Body({ schema: accountHttp.grant.body }) { amount, reason }: { amount: number; reason: string },
    @Issued() context: CommandContext,
  ): Promise<{ success: true; credits: number }> {
    if (!(await this.members.exists(id))) throw new Refused(accountProblems.memberUnknown);
    const grant = { memberId: id, key: `grant:${context.key}`, tenths: creditsToTenths(amount), note: reason };
    await this.commands.execute(
      decide<AccountCommand>(accountStream, id, { type: 'GrantCredits', reason: 'adjustment', ...grant }, context),
    );
    return { success: true, credits: tenthsToCredits(await this.accounts.lastSeenTenths(id)) };
  }
}
