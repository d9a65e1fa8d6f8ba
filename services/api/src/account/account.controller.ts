import { accountHttp, accountProblems } from '@easel/contracts/account/http';
import { accountStream } from '@easel/contracts/account/stream';
import { centsToDollars, creditsToTenths, tenthsToCredits } from '@easel/contracts/kernel/money';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { MembersLookup } from '../members/members.lookup.ts';
import { availableTenths, type AccountCommand } from './account.decider.ts';
import { AccountLookup } from './account.lookup.ts';

@Controller()
export class AccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountLookup,
    private readonly members: MembersLookup,
  ) {}

  @RouteOf(accountHttp.balance)
  async balance(
    @Caller() caller: CallerValue,
  ): Promise<{ success: true; balance: number; credits: number; held: number }> {
    const account = await this.accounts.of(caller.id);
    return {
      success: true,
      balance: centsToDollars(account.cents),
      credits: tenthsToCredits(availableTenths(account)),
      held: tenthsToCredits(account.heldTenths),
    };
  }

  @RouteOf(accountHttp.payDebt)
  async payDebt(
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; balance: number; credits: number; held: number }> {
    await this.commands.execute(
      decide<AccountCommand>(
        accountStream,
        caller.id,
        { type: 'PayDebt', memberId: caller.id, key: context.key },
        context,
      ),
    );
    return this.balance(caller);
  }

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
    return { success: true, credits: tenthsToCredits(availableTenths(await this.accounts.lastSeen(id))) };
  }
}
