import { randomUUID } from 'node:crypto';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import { DeciderRunner } from '@easel/kernel/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import { account, type AccountCommand } from '../account/account.decider.ts';
import { accountStream } from '../account/account.lookup.ts';

/** Commands for accounts that no route of a test brings about. */
export async function commandAs({ app }: TestServer, command: AccountCommand): Promise<void> {
  const context = {
    key: randomUUID(),
    actor: { kind: 'system', id: 'test' },
    correlationId: randomUUID(),
  } as const;
  await app.get(DeciderRunner, { strict: false }).execute(accountStream(command.memberId), account, command, context);
}

/** Gives a member a plan for a month, as a payment would. */
export const subscribeAs = (server: TestServer, memberId: string, tier: SubscribedTier): Promise<void> =>
  commandAs(server, {
    type: 'ChangeSubscription',
    memberId,
    key: randomUUID(),
    tier,
    status: 'active',
    period: 'monthly',
    endDate: new Date(Date.now() + 30 * 86_400_000),
    reason: 'purchase',
    source: randomUUID(),
    effectiveAt: new Date(),
    at: new Date(),
  });

/** Puts dollars into a wallet, as a payment would. */
export const topUpAs = (server: TestServer, memberId: string, cents: number): Promise<void> =>
  commandAs(server, {
    type: 'TopUpWallet',
    memberId,
    paymentId: `pi_${randomUUID()}`,
    sessionId: null,
    cents,
    at: new Date(),
  });
