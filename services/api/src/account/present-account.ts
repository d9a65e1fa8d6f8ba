import { accountStream } from '@easel/contracts/account/stream';
import type { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { account, asOf, type Account } from './account.decider.ts';

/**
 * Answers the account as it stands now, this month's allowance included; `atLeastOnce` is content with what this
 * process has read of it before.
 */
export async function presentAccount(
  runner: DeciderRunner,
  memberId: string,
  options?: { atLeastOnce: boolean },
): Promise<Account> {
  const { state } = await runner.fold(accountStream.nameOf(memberId), account, options);
  return asOf(state, new Date());
}
