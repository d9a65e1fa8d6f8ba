import { accountStream } from '@easel/contracts/account/stream';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import { Injectable } from '@nestjs/common';
import { account, asOf, type Account } from './account.decider.ts';

export { owing } from './account.decider.ts';

/** Read-only door to accounts for other features. */
@Injectable()
export class AccountLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** The account as it stands now, this month's allowance included. */
  async of(memberId: string): Promise<Account> {
    const { state } = await this.runner.fold(accountStream.nameOf(memberId), account);
    return asOf(state, new Date());
  }
}
