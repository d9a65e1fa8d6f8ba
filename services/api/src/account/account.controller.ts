import { accountHttp } from '@easel/contracts/account/http';
import { accountStream } from '@easel/contracts/account/stream';
import { centsToDollars, creditsToTenths, tenthsToCredits } from '@easel/contracts/kernel/money';
import type { Caller as CallerValue } from '@easel/kernel/caller';
import { Caller, Issued } from '@easel/kernel/caller.decorator';
import { decide } from '@easel/kernel/decide';
import type { CommandContext } from '@easel/kernel/decider-runner';
import { RouteOf } from '@easel/kernel/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { GrantCredits } from './account.commands.ts';
import { availableTenths, type AccountCommand } from './account.decider.ts';
import { AccountLookup } from './account.lookup.ts';

@Controller()
export class AccountController {
  constructor(
    private readonly commands: CommandBus,
    private readonly accounts: AccountLookup,
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
    const granted = await this.commands.execute(new GrantCredits(id, creditsToTenths(amount), reason, context));
    return { success: true, credits: tenthsToCredits(granted.availableTenths) };
  }
}
