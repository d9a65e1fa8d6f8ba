import type { AccountFact } from '@easel/contracts/account/events';
import {
  keptPlan,
  planInForce,
  type SeenPayment,
  type SeenPlan,
} from '@easel/contracts/subscriptions/seen-plans.policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { account, asOf, availableTenths, owing, type AccountCommand } from './account.decider.ts';
import {
  allowance,
  december,
  december20,
  follow,
  idOf,
  memberId,
  november,
  planPaid,
  seenPayment,
  seenPlan,
  studio,
  subscribed,
} from './testing/account-facts.ts';

const refund = (cents: number, failed = false): SeenPayment['refunds'][number] => ({
  refundId: 're_1',
  cents,
  failed,
  isRest: false,
  reason: null,
});
const dispute = (outcome: SeenPayment['disputes'][number]['outcome']): SeenPayment['disputes'][number] => ({
  disputeId: 'dp_1',
  cents: 3999,
  outcome,
  reason: 'fraudulent',
});
const january = new Date('2027-01-01T00:00:00.000Z');
const over: Partial<SeenPlan> = { status: 'over', endedAt: november };

/** An account after commands, one after the other. */
function after(...commands: AccountCommand[]) {
  let state = account.initial();
  const facts: AccountFact[] = [];
  for (const command of commands) {
    const added = account.decide(command, state);
    facts.push(...added);
    for (const fact of added) state = account.evolve(state, fact);
  }
  return { state, facts, types: facts.map(({ type }) => type) };
}

const spend = (tenths: number, at = november): AccountCommand[] => {
  const generationId = idOf(1);
  const charges = [{ generationId, fingerprint: 'f', tenths, images: 1 }];
  return [
    { type: 'HoldCredits', memberId, charges, at },
    { type: 'CaptureCredits', memberId, generationId, at },
  ];
};

describe('a plan that was paid for', () => {
  test('opens the month by what was before, and grants the difference by its payment', () => {
    given(account)
      .when(follow())
      .then(...studio);
  });

  test('is told once', () => {
    given(account, ...studio)
      .when(follow())
      .thenNothing();
  });

  test('before payments were written down has the month that it granted pass to its payment', () => {
    const old = [allowance(), subscribed(), allowance(5500, '2026-11', 'allowance:2026-11:6000')];
    given(account, ...old)
      .when(follow())
      .then(planPaid({ month: '2026-11' }));
  });

  test('before that goes on by its subscription until the card service is looked at', () => {
    const old = [allowance(), subscribed(), allowance(5500, '2026-11', 'allowance:2026-11:6000')];
    given(account, ...old)
      .when({ type: 'OpenMonth', memberId, at: december })
      .then(
        { type: 'CreditsExpired', data: { memberId, tenths: 6000, month: '2026-11' } },
        allowance(6000, '2026-12', 'allowance:2026-12', 'sub_1'),
      );
  });

  test('grants each month that begins in its period', () => {
    given(account, ...studio)
      .when({ type: 'OpenMonth', memberId, at: december })
      .then(
        { type: 'CreditsExpired', data: { memberId, tenths: 6000, month: '2026-11' } },
        allowance(6000, '2026-12', 'allowance:2026-12', 'pi_studio'),
      );
  });

  test('and was left grants nothing once its period is over', () => {
    const leaving = follow([seenPlan({ leaving: true })]);
    const { state } = after(follow(), leaving);
    expect(asOf(state, december20)).toMatchObject({ tier: 'free', subscription: { status: 'cancelled' } });
    expect(asOf(state, january).allowanceTenths).toBe(500);
  });
});

describe('a payment that went back', () => {
  test('leaves what everybody has, and takes what is left', () => {
    const { state, types } = after(follow(), follow([seenPlan()], [seenPayment({ refunds: [refund(3999)] })]));
    expect(types.slice(4)).toEqual(['PlanRefunded', 'SubscriptionChanged', 'CreditsRevoked']);
    expect([availableTenths(state), asOf(state, november).tier, owing(state)]).toEqual([500, 'free', undefined]);
  });

  test('has what was spent be owed, which later allowances pay', () => {
    const lost = follow([seenPlan(over)], [seenPayment({ disputes: [dispute('lost')] })]);
    const { state } = after(follow(), ...spend(2000), lost);
    expect([availableTenths(state), owing(state)?.tenths]).toEqual([-1500, 1500]);
    expect(owing(asOf(state, december))?.tenths).toBe(1000);
    const next = after(follow(), ...spend(2000), lost, { type: 'OpenMonth', memberId, at: december });
    expect(next.facts.at(-1)).toMatchObject({ type: 'DebtRepaid', data: { tenths: 500, by: 'allowance' } });
    expect([next.state.allowanceTenths, owing(next.state)?.tenths]).toEqual([0, 1000]);
  });

  test('is told to be a test where the payment was one', () => {
    const goesBack = { refunds: [refund(999)], disputes: [dispute('frozen')], livemode: false };
    const { facts } = after(follow([seenPlan()], [seenPayment(goesBack)]));
    for (const type of ['PlanPaid', 'PlanRefunded', 'PlanDisputed'])
      expect(facts.find((fact) => fact.type === type)?.data).toMatchObject({ livemode: false });
  });

  test('in part keeps the plan and its part of the credits', () => {
    const { state } = after(follow(), follow([seenPlan()], [seenPayment({ refunds: [refund(3000)] })]));
    // Of two months a quarter is kept: half of one.
    expect([availableTenths(state), asOf(state, november).tier]).toEqual([2997, 'studio']);
  });

  test('and came back lifts the debt, raises this month, and makes up for no other', () => {
    const disputed = (outcome: 'frozen' | 'released', at: Date) =>
      follow([seenPlan(over)], [seenPayment({ disputes: [dispute(outcome)] })], at);
    const { state } = after(
      follow(),
      ...spend(2000),
      disputed('frozen', november),
      disputed('released', new Date('2026-12-02T00:00:00.000Z')),
    );
    expect(owing(state)).toBeUndefined();
    // December's, whole; of November only what was spent.
    expect([state.allowanceTenths, state.permanentTenths, state.month]).toEqual([6000, 0, '2026-12']);
    expect(state.subscription).toMatchObject({ tier: 'studio', status: 'cancelled' });
  });

  test('for a period that is over charges for no other, and leaves the one that is paid for to its end', () => {
    const periods = (ended: readonly SeenPayment['disputes'][number][]) => [
      seenPayment({ until: december, disputes: ended }),
      seenPayment({ paymentId: 'pi_next', from: december, until: january }),
    ];
    const { state } = after(
      follow([seenPlan()], periods([]), december),
      follow([seenPlan()], periods([dispute('frozen')]), december20),
      follow([seenPlan({ status: 'over', endedAt: december20 })], periods([dispute('frozen')]), december20),
    );
    expect([state.allowanceTenths, owing(state)]).toEqual([6000, undefined]);
    expect(state.subscription).toMatchObject({ tier: 'studio', status: 'cancelled', endDate: january.toISOString() });
  });

  test('had held for an image that is not made after all: that is not owed', () => {
    const generationId = idOf(1);
    const charges = [{ generationId, fingerprint: 'f', tenths: 2000, images: 1 }];
    const { state } = after(
      follow(),
      { type: 'HoldCredits', memberId, charges, at: november },
      follow([seenPlan(over)], [seenPayment({ disputes: [dispute('lost')] })]),
      { type: 'ReleaseCredits', memberId, generationId, reason: 'failed', at: december },
    );
    expect([owing(asOf(state, november)), state.heldTenths]).toEqual([undefined, 0]);
  });
});

describe('of two plans', () => {
  test('one whose paid period was over before its bank answered does not end the one that is paid for', () => {
    const late = seenPlan({ source: 'sub_2', createdAt: december, renewsAs: { tier: 'starter', period: 'monthly' } });
    const over = seenPayment({ paymentId: 'pi_late', source: 'sub_2', tier: 'starter', cents: 999, until: december });
    const seen = { plans: [seenPlan(), late], payments: [seenPayment(), over] };
    expect(keptPlan(seen, december)?.source).toBe('sub_1');
    expect(planInForce(seen, december)?.payment.paymentId).toBe('pi_studio');
    // As soon as that is over, what was chosen last is kept.
    expect(keptPlan(seen, january)?.source).toBe('sub_2');
  });

  test.each(['sub_0', 'sub_2'])('begun in the same second, the yearly one %s of a tier is kept', (source) => {
    const yearly = seenPlan({ source, renewsAs: { tier: 'studio', period: 'yearly' } });
    const paid = seenPayment({ paymentId: 'pi_yearly', source, period: 'yearly', cents: 38388, until: january });
    const seen = { plans: [yearly, seenPlan()], payments: [paid, seenPayment()] };
    expect(keptPlan(seen, november)?.source).toBe(source);
    expect(planInForce(seen, november)?.payment.paymentId).toBe('pi_yearly');
  });

  test('a better one that came back in part grants no less than another that is paid for in full', () => {
    const creator = seenPlan({ source: 'sub_2', renewsAs: { tier: 'creator', period: 'monthly' } });
    const paid = seenPayment({ paymentId: 'pi_creator', source: 'sub_2', tier: 'creator', cents: 1999 });
    const studioOf = (outcome: SeenPayment['disputes'][number]['outcome']) =>
      seenPayment({ refunds: [refund(3104)], disputes: [{ ...dispute(outcome), cents: 895 }] });
    const { state } = after(
      follow(),
      follow([seenPlan()], [studioOf('frozen')]),
      follow([seenPlan(over), creator], [studioOf('released'), paid]),
    );
    expect(state.subscription).toMatchObject({ tier: 'studio', status: 'cancelled' });
    expect([availableTenths(state), state.months['2026-11']?.paymentId]).toEqual([3000, 'pi_creator']);
    expect(asOf(state, december)).toMatchObject({ allowanceTenths: 3000, tier: 'studio' });
  });
});

describe('what is bought', () => {
  const buy: AccountCommand = {
    type: 'PurchaseImage',
    memberId,
    purchaseId: idOf(5),
    generationId: idOf(3),
    variantId: idOf(4),
    sellerId: idOf(9),
    size: '1K',
    original: '2K',
    method: 'credits',
    tenths: 50,
    cents: 75,
    priceVersion: 1,
    curator: false,
    image: {
      original: { blob: 'a', width: 1, height: 1 },
      preview: { blob: 'b', width: 1, height: 1 },
      thumbnail: { blob: 'c', width: 1, height: 1 },
      thumbhash: 'AA',
    },
    at: november,
  };
  const earning = (...commands: AccountCommand[]): unknown => {
    const bought = after(...commands, buy).facts.find(({ type }) => type === 'ImagePurchased');
    return bought?.type === 'ImagePurchased' ? bought.data.earningTenths : undefined;
  };

  test('earns by what kept money pays for: all of a plan’s, nothing of what is free, or was paid back', () => {
    expect(earning()).toBe(0);
    expect(earning(follow())).toBe(50);
    expect(earning(follow(), follow([seenPlan(over)], [seenPayment({ refunds: [refund(3999)] })]))).toBe(0);
    expect(earning(follow(), follow([seenPlan()], [seenPayment({ refunds: [refund(3000)] })]))).toBe(50);
  });
});
