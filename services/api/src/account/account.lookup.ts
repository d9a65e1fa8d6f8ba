import { accountStream } from '@easel/contracts/account/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { account, asOf, type Account } from './account.decider.ts';

export { availableTenths, owing } from './account.decider.ts';

/** Read-only door to accounts for other features. */
@Injectable()
export class AccountLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** The account as it stands now, this month's allowance included. */
  async of(memberId: string): Promise<Account> {
    const { state } = await this.runner.fold(accountStream.nameOf(memberId), account);
    return asOf(state, new Date());
  }

  /** As this process has seen it last, which takes no reading: for who has just sent it a command. */
  async lastSeen(memberId: string): Promise<Account> {
    const { state } = await this.runner.fold(accountStream.nameOf(memberId), account, { atLeastOnce: true });
    return asOf(state, new Date());
  }
}
