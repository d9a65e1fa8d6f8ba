import assert from 'node:assert/strict';
import type { AccountFact } from '@easel/contracts/account/events';
import { allowanceTenths, type SubscribedTier } from '@easel/contracts/account/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { billingPeriods, isPaid, planCards, planStep, type BillingPeriod } from '@easel/contracts/subscriptions/policy';
import { runs } from '@easel/kernel/testing/runs';
import fc from 'fast-check';
import { test } from 'vitest';
import { account, asOf, availableTenths, type AccountCommand } from './account.decider.ts';
import { restsOf } from './follow-plans.decider.ts';
import {
  isRunning,
  isToEnd,
  keptPlan,
  type PlansSeen,
  type SeenPayment,
} from '@easel/contracts/subscriptions/seen-plans.policy';
import { idOf, memberId } from './testing/account-facts.ts';
import { CardBooks, leftOf } from './testing/card-books.ts';

/** What a member, a bank and the world do; numbers choose among what is there. */
type Action =
  | { kind: 'choose'; tier: SubscribedTier; period: BillingPeriod }
  | { kind: 'days'; days: number }
  | { kind: 'spend'; tenths: number; outcome: 'made' | 'failed' | 'later' }
  | { kind: 'refund'; payment: number; share: number }
  | { kind: 'fail' | 'dispute' | 'win' | 'lose'; payment: number }
  | { kind: 'told' | 'told-late' | 'settle-holds' };

const payment = fc.integer({ min: 0, max: 5 });
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('choose' as const),
      tier: fc.constantFrom(...planCards.map(({ tier }) => tier)),
      period: fc.constantFrom(...billingPeriods),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('days' as const), days: fc.integer({ min: 1, max: 45 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('spend' as const),
      tenths: fc.constantFrom(100, 700, 3000, 20_000),
      outcome: fc.constantFrom('made', 'made', 'failed', 'later'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund' as const), payment, share: fc.constantFrom(1, 2, 3) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('fail', 'dispute', 'dispute', 'win', 'lose'), payment }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom('told', 'told-late', 'settle-holds') }) },
);

/** The account's decider and the follower's rules between a card service and a clock of the test's own. */
class World {
  readonly books = new CardBooks();
  readonly facts: AccountFact[] = [];
  at = new Date('2026-10-12T09:00:00.000Z');
  state = account.initial();
  private stale: PlansSeen = this.books.seen();
  private generations = 0;

  act(action: Action): void {
    const paid = 'payment' in action ? this.books.paid(action.payment) : undefined;
    switch (action.kind) {
      case 'choose':
        return this.choose(action);
      case 'days':
        this.at = new Date(this.at.getTime() + action.days * 86_400_000);
        return this.books.turn(this.at);
      case 'spend':
        return this.spend(action.tenths, action.outcome);
      case 'refund':
        if (paid) this.books.refund(paid, Math.floor(leftOf(paid) / action.share));
        return;
      case 'fail':
        if (paid) this.books.fail(paid);
        return;
      case 'dispute':
        if (paid) this.books.dispute(paid);
        return;
      case 'win':
      case 'lose':
        if (paid) this.books.decide(paid, action.kind === 'win' ? 'released' : 'lost');
        return;
      case 'told':
        return this.follow();
      case 'told-late':
        this.execute({ type: 'FollowPlans', memberId, seen: this.stale, at: this.at });
        this.stale = this.books.seen();
        return;
      case 'settle-holds':
        return this.settleHolds();
    }
  }

  /** Until account and card service agree, as the plan follower does. */
  follow(): void {
    for (let look = 0; look < 8; look++) {
      const seen = this.books.seen();
      const facts = this.execute({ type: 'FollowPlans', memberId, seen, at: this.at });
      const rests = restsOf(this.state, seen, this.at);
      const returned = rests.filter(({ paymentId, cents }) => {
        const paid = this.books.paid(seen.payments.findIndex((one) => one.paymentId === paymentId));
        return paid && this.books.refund(paid, cents, true);
      });
      const kept = keptPlan(seen, this.at);
      const ending = seen.plans.filter(
        (plan) => isRunning(plan) && (isToEnd(plan, seen) || (kept !== undefined && plan !== kept)),
      );
      for (const { source } of ending) this.books.end(source, this.at);
      if (facts.length === 0 && returned.length === 0 && ending.length === 0) return;
    }
    assert.fail('account and card service never agree');
  }

  /** As the handler does. */
  private choose(wanted: { tier: SubscribedTier; period: BillingPeriod }): void {
    this.follow();
    const { tier, subscription } = asOf(this.state, this.at);
    const { running } = this.books;
    switch (planStep({ tier, period: subscription.period }, wanted)) {
      case 'upgrade':
        return this.books.buy(wanted, this.at);
      case 'at-end':
        if (running) Object.assign(running, { renewsAs: wanted, leaving: false });
        return;
      case 'leave':
        if (running) running.leaving = true;
        return;
      case 'keep':
        if (running) {
          const { period } = subscription;
          Object.assign(running, { leaving: false, ...(period && isPaid(tier) && { renewsAs: { tier, period } }) });
        }
        return;
      case 'not-offered':
        return;
    }
  }

  private spend(most: number, outcome: 'made' | 'failed' | 'later'): void {
    const tenths = Math.min(most, availableTenths(asOf(this.state, this.at)));
    if (tenths <= 0) return;
    const generationId = `${idOf(1)}-${++this.generations}`;
    const charges = [{ generationId, fingerprint: generationId, tenths, images: 1 }];
    this.execute({ type: 'HoldCredits', memberId, charges, at: this.at });
    if (outcome !== 'later') this.end(generationId, outcome === 'made');
  }

  private end(generationId: string, made: boolean): void {
    this.execute(
      made
        ? { type: 'CaptureCredits', memberId, generationId, at: this.at }
        : { type: 'ReleaseCredits', memberId, generationId, reason: 'failed', at: this.at },
    );
  }

  settleHolds(): void {
    for (const [index, generationId] of Object.keys(this.state.holds).entries())
      this.end(generationId, index % 2 === 0);
  }

  private execute(command: AccountCommand): readonly AccountFact[] {
    try {
      const facts = account.decide(command, this.state);
      this.facts.push(...facts);
      for (const fact of facts) this.state = account.evolve(this.state, fact);
      return facts;
    } catch (error) {
      if (error instanceof Refused) return [];
      throw error;
    }
  }
}

/** Derives the account's grants from its events without its fold. spec: rulings "Payment taken back". */
class Oracle {
  private readonly months = new Map<string, { paymentId: string | null; tenths: number }>();
  private granted = 0;
  private expired = 0;
  private revoked = 0;

  constructor(facts: readonly AccountFact[]) {
    for (const { type, data } of facts) {
      if (type === 'CreditsGranted') this.grant(data);
      if (type === 'PlanPaid' && data.month !== null) this.pass(data.month, data.paymentId);
      if (type === 'CreditsExpired') this.expired += data.tenths;
      if (type === 'CreditsRevoked') this.revoke(data);
    }
  }

  /** Of all months together: spent and left, what is owed taken off. */
  get used(): number {
    return this.granted - this.expired - this.revoked;
  }

  opened(paymentId: string): number[] {
    return [...this.months.values()].filter((month) => month.paymentId === paymentId).map(({ tenths }) => tenths);
  }

  get free(): number {
    return [...this.months.values()].filter(({ paymentId }) => paymentId === null).length;
  }

  level(month: string): number {
    return this.months.get(month)?.tenths ?? 0;
  }

  private grant({ tenths, month, paymentId }: Extract<AccountFact, { type: 'CreditsGranted' }>['data']): void {
    if (month === null) return;
    this.granted += tenths;
    const before = this.months.get(month) ?? { paymentId: null, tenths: 0 };
    this.months.set(month, { paymentId: paymentId ?? before.paymentId, tenths: before.tenths + tenths });
  }

  private revoke({ tenths, month }: Extract<AccountFact, { type: 'CreditsRevoked' }>['data']): void {
    this.revoked += tenths;
    const before = this.months.get(month ?? '');
    if (before) before.tenths -= tenths;
  }

  private pass(month: string, paymentId: string): void {
    const before = this.months.get(month);
    if (before) before.paymentId = paymentId;
  }
}

const keptOf = ({ disputes, ...paid }: SeenPayment): number =>
  leftOf(paid) - disputes.reduce((sum, { cents, outcome }) => sum + (outcome === 'released' ? 0 : cents), 0);

/** From the month of its beginning to that of its last millisecond. */
function monthsOf({ from, until }: SeenPayment): number {
  const last = new Date(until.getTime() - 1);
  return 12 * (last.getUTCFullYear() - from.getUTCFullYear()) + last.getUTCMonth() - from.getUTCMonth() + 1;
}

function check(world: World): void {
  const oracle = new Oracle(world.facts);
  const { payments } = world.books.seen();
  let bound = oracle.free * 500;
  for (const paid of payments) {
    const months = oracle.opened(paid.paymentId);
    const allowance = allowanceTenths(paid.tier);
    const most = Math.floor((allowance * monthsOf(paid) * Math.max(0, keptOf(paid))) / paid.cents);
    const entitled = Math.min(allowance * months.length, most);
    // Opened without entitlement is each month for which less than everybody's is left.
    const without = months.filter((_, before) => entitled - allowance * before < 500).length;
    bound += entitled + 500 * without;
    const isWhole = paid.refunds.length === 0 && paid.disputes.length === 0;
    for (const tenths of isWhole ? months : []) assert.equal(tenths, allowance);
  }
  assert.ok(oracle.used <= bound, `${oracle.used} used, ${bound} entitled`);
  const spent = world.facts.reduce((sum, { type, data }) => sum + (type === 'CreditsCaptured' ? data.tenths : 0), 0);
  assert.equal(spent + availableTenths(world.state) + world.state.heldTenths, oracle.used);
  // Whoever is in force by a payment that was kept has all of this month.
  const now = asOf(world.state, world.at);
  const running = payments.find(({ paymentId }) => paymentId === now.months[now.month]?.paymentId);
  if (running && keptOf(running) === running.cents && oracle.level(now.month) > 0) {
    assert.equal(oracle.level(now.month), allowanceTenths(running.tier));
  }
}

const RUNS = runs(600);

test(`whatever is paid and taken back, in ${RUNS} lives: nobody uses more than was paid for, and who pays has all of it`, () => {
  fc.assert(
    fc.property(fc.array(action, { minLength: 1, maxLength: 40, size: 'max' }), (actions) => {
      const world = new World();
      for (const one of actions) {
        world.act(one);
        if (one.kind === 'told') check(world);
      }
      world.settleHolds();
      world.follow();
      check(world);
      const replayed = world.facts.reduce((state, fact) => account.evolve(state, fact), account.initial());
      assert.deepEqual(replayed, world.state);
    }),
    { numRuns: RUNS },
  );
});
