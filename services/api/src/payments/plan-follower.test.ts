import type { PlansSeen, SeenPayment } from '@easel/contracts/subscriptions/seen-plans.policy';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import type { Rest } from '../account/follow-plans.decider.ts';
import type { PlanAccounts } from '../account/follow-plans.ts';
import type { MembersLookup } from '../members/members.lookup.ts';
import { PlanFollower } from './plan-follower.ts';
import type { PlanSeen, StripeGateway } from './stripe.gateway.ts';

const memberId = 'member';
const context = { actor: { kind: 'system', id: 'stripe' }, correlationId: 'event' } as const;
const at = (day: number): Date => new Date(Date.UTC(2030, 0, day));

const plan = (source: string, createdAt: Date): PlanSeen => ({
  source,
  status: 'active',
  leaving: false,
  createdAt,
  endedAt: undefined,
  renewsAs: { tier: 'starter', period: 'yearly' },
  customer: 'customer',
  memberId,
  scheduleId: undefined,
});

const payment = (source: string): SeenPayment => ({
  paymentId: `payment of ${source}`,
  source,
  tier: 'starter',
  period: 'yearly',
  cents: 9_588,
  from: at(1),
  until: new Date(Date.UTC(2131, 0)),
  paidAt: at(1),
  refunds: [],
  disputes: [],
});

/** Where the older plan, of a slow bank, is paid for while somebody looks. */
class CardService {
  readonly done: string[] = [];
  private plans = [plan('newer', at(2))];
  private payments = [payment('newer')];

  async plansOf(): Promise<PlanSeen[]> {
    await Promise.resolve();
    if (this.plans.length === 1 && this.done.length === 0) {
      this.plans = [...this.plans, plan('older', at(1))];
      this.payments = [...this.payments, payment('older')];
    }
    return this.plans;
  }

  planPaymentsOf(): Promise<SeenPayment[]> {
    return Promise.resolve(this.payments);
  }

  returnRest({ source }: Rest): Promise<string> {
    this.done.push(`gives back the rest of ${source}`);
    return Promise.resolve(`refund of ${source}`);
  }

  end(source: string): Promise<void> {
    this.done.push(`ends ${source}`);
    this.plans = this.plans.filter((one) => one.source !== source);
    return Promise.resolve();
  }
}

/** An account that gives back, once, what is seen to be paid for an older plan that has not ended. */
function restsOf(
  { plans, payments }: PlansSeen,
  done: readonly string[],
): Pick<Rest, 'source' | 'paymentId' | 'cents'>[] {
  const isOther = (source: string): boolean => source === 'older' && plans.some((one) => one.source === source);
  const other = payments.find(({ source }) => isOther(source));
  return other && done.length === 0 ? [{ source: 'older', paymentId: other.paymentId, cents: other.cents }] : [];
}

test('a plan that is paid for while somebody looks is not ended before its rest has gone back', async () => {
  const cards = new CardService();
  const accounts = {
    follow: (_: string, seen: PlansSeen) => Promise.resolve({ agreed: true, rests: restsOf(seen, cards.done) }),
  };
  const follower = new PlanFollower(
    cards as unknown as StripeGateway,
    accounts as unknown as PlanAccounts,
    { exists: () => Promise.resolve(true) } as unknown as MembersLookup,
    pino({ level: 'silent' }),
  );
  await follower.follow('customer', context);
  expect(cards.done).toEqual(['gives back the rest of older', 'ends older']);
});
