import { randomUUID } from 'node:crypto';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import { accountStream } from '@easel/contracts/account/stream';
import { planChargeCents } from '@easel/contracts/subscriptions/policy';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import type { TestServer } from '@easel/kernel/testing/server';
import { account, type AccountCommand } from '../account/account.decider.ts';
import type { PlansSeen } from '@easel/contracts/subscriptions/seen-plans.policy';

/** Commands for accounts that no route of a test brings about. */
export async function commandAs({ app }: TestServer, command: AccountCommand): Promise<void> {
  const context = {
    key: randomUUID(),
    actor: { kind: 'system', id: 'test' },
    correlationId: randomUUID(),
  } as const;
  await app
    .get(DeciderRunner, { strict: false })
    .execute(accountStream.nameOf(command.memberId), account, command, context);
}

/** Gives a member a plan for a month, as a payment for it does. */
export async function subscribeAs(server: TestServer, memberId: string, tier: SubscribedTier): Promise<PlansSeen> {
  const at = new Date();
  const period = 'monthly' as const;
  const source = `sub_${randomUUID()}`;
  const cents = planChargeCents(tier, period) ?? 1_000;
  const until = new Date(at.getTime() + 30 * 86_400_000);
  const plan = { source, status: 'active', leaving: false, createdAt: at, endedAt: undefined } as const;
  const payment = { paymentId: `pi_${randomUUID()}`, source, tier, period, cents, from: at, until, paidAt: at };
  const seen = {
    plans: [{ ...plan, renewsAs: { tier, period } }],
    payments: [{ ...payment, refunds: [], disputes: [] }],
  };
  await commandAs(server, { type: 'FollowPlans', memberId, seen, at });
  return seen;
}

/** Ends a plan now, as the card service does on its own page. */
export function endPlanAs(server: TestServer, memberId: string, { plans, payments }: PlansSeen): Promise<void> {
  const at = new Date();
  const over = plans.map((plan) => ({ ...plan, status: 'over' as const, endedAt: at }));
  return commandAs(server, { type: 'FollowPlans', memberId, seen: { plans: over, payments }, at });
}

/** Spends credits on an image that is made; tenths. */
export async function spendAs(server: TestServer, memberId: string, tenths: number): Promise<void> {
  const generationId = randomUUID();
  const charges = [{ generationId, fingerprint: generationId, tenths, images: 1 }];
  await commandAs(server, { type: 'HoldCredits', memberId, charges, at: new Date() });
  await commandAs(server, { type: 'CaptureCredits', memberId, generationId, at: new Date() });
}

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
