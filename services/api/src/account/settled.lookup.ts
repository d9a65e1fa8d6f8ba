import { accountStream } from '@easel/contracts/account/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { isSettled, settledBy } from './account-state.decider.ts';
import { account } from './account.decider.ts';

/** Whether what was paid has reached the account. */
@Injectable()
export class SettledLookup {
  constructor(private readonly runner: DeciderRunner) {}

  async hasPayment(memberId: string, paymentId: string): Promise<boolean> {
    const { state } = await this.runner.fold(accountStream.nameOf(memberId), account);
    return isSettled(state, settledBy.payment(paymentId));
  }

  async hasSubscription(memberId: string, source: string): Promise<boolean> {
    const { state } = await this.runner.fold(accountStream.nameOf(memberId), account);
    return isSettled(state, settledBy.subscription(source));
  }
}
