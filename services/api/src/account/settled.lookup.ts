import { DeciderRunner } from '@easel/kernel/decider-runner';
import { Injectable } from '@nestjs/common';
import { isSettled, settledBy } from './account-state.decider.ts';
import { account } from './account.decider.ts';
import { accountStream } from './account.lookup.ts';
import { hasFollowed } from './followed-subscription.decider.ts';

/** Whether what was paid has reached the account. */
@Injectable()
export class SettledLookup {
  constructor(private readonly runner: DeciderRunner) {}

  async hasPayment(memberId: string, paymentId: string): Promise<boolean> {
    const { state } = await this.runner.fold(accountStream(memberId), account);
    return isSettled(state, settledBy.payment(paymentId));
  }

  async hasSubscription(memberId: string, source: string): Promise<boolean> {
    const { state } = await this.runner.fold(accountStream(memberId), account);
    return hasFollowed(state, source);
  }

  /** The source of the one that the account has, or had last. */
  async subscriptionOf(memberId: string): Promise<string | null> {
    const { state } = await this.runner.fold(accountStream(memberId), account);
    return state.subscription.source;
  }

  /** Whether the payment of a subscription was taken back. */
  async isReversed(memberId: string, source: string): Promise<boolean> {
    const { state } = await this.runner.fold(accountStream(memberId), account);
    return Object.hasOwn(state.reversals, source);
  }
}
