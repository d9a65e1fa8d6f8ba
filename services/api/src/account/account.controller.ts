import { accountHttp } from '@easel/contracts/account/http';
import { accountStream } from '@easel/contracts/account/stream';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { AccountCommand } from './account.decider.ts';
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
      credits: tenthsToCredits(account.availableTenths),
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
}
