import type { AccountFact } from '@easel/contracts/account/events';
import { given } from '@easel/kernel/testing/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { account, type Account } from './account.decider.ts';
import {
  changeSeen,
  reinstatementOf,
  reversalOf,
  revocationOf,
  revokedFor,
  type Reversal,
  type SeenSubscription,
} from './followed-subscription.decider.ts';
import { allowance, memberId, november } from './testing/account-facts.ts';

const paidAt = new Date('2026-11-20T09:00:00.000Z');
const endDate = new Date('2026-12-20T09:00:00.000Z');
const later = (hours: number): Date => new Date(november.getTime() + hours * 3_600_000);

const seen = (change: Partial<SeenSubscription> = {}): SeenSubscription => ({
  source: 'sub_1',
  tier: 'studio',
  period: 'monthly',
  status: 'active',
  endDate,
  paidAt,
  ...change,
});

const reversal: Reversal = { source: 'sub_1', paymentId: 'pi_1', by: 'refund', at: later(1) };

/** An account that follows what is seen, one after the other. */
class Follower {
  state = given<Account, never, AccountFact>(account, allowance()).state();
  readonly facts: AccountFact[] = [];

  constructor(...all: SeenSubscription[]) {
    for (const one of all) this.see(one);
  }

  see(one: SeenSubscription, at = later(2)): AccountFact[] {
    const change = changeSeen(memberId, one, this.state, at);
    return change ? this.execute(change) : [];
  }

  reverse(at = later(2)): AccountFact[] {
    const facts = this.execute(reversalOf(memberId, reversal, this.state, at));
    const revocation = revocationOf(memberId, reversal, this.state, at);
    return revocation ? [...facts, ...this.execute(revocation)] : facts;
  }

  reinstate(at = later(3)): AccountFact[] {
    const paid = { source: 'sub_1', paymentId: 'pi_1', tier: 'studio', period: 'monthly', endDate } as const;
    return this.execute(reinstatementOf(memberId, paid, this.state, at));
  }

  private execute(command: Parameters<typeof account.decide>[0]): AccountFact[] {
    const facts = account.decide(command, this.state);
    for (const fact of facts) this.state = account.evolve(this.state, fact);
    this.facts.push(...facts);
    return [...facts];
  }
}

const reasonsIn = (facts: readonly AccountFact[]) =>
  facts.flatMap((fact) => (fact.type === 'SubscriptionChanged' ? [fact.data.reason] : []));

describe('what is seen', () => {
  test('is followed once', () => {
    const follower = new Follower(seen());
    expect(reasonsIn(follower.facts)).toEqual(['purchase']);
    expect(follower.see(seen())).toEqual([]);
    expect(follower.state.subscription).toMatchObject({ tier: 'studio', status: 'active', source: 'sub_1' });
  });

  test('again as it was before is a change of its own', () => {
    const follower = new Follower(seen(), seen({ status: 'cancelled' }), seen(), seen({ status: 'cancelled' }), seen());
    expect(reasonsIn(follower.facts)).toEqual(['purchase', 'cancellation', 'renewal', 'cancellation', 'renewal']);
    expect(follower.state.subscription.status).toBe('active');
  });

  test('by two at the same time asks for the same change', () => {
    const { state } = new Follower(seen());
    const renewed = seen({ endDate: new Date('2027-01-20T09:00:00.000Z'), paidAt: endDate });
    expect(changeSeen(memberId, renewed, state, later(1))?.key).toBe(
      changeSeen(memberId, renewed, state, later(5))?.key,
    );
  });

  test('as renewed, not paid for and paid for after all has the end of what is paid for', () => {
    const next = new Date('2027-01-20T09:00:00.000Z');
    const follower = new Follower(seen(), seen({ endDate: next }), seen(), seen({ endDate: next, paidAt: endDate }));
    expect(reasonsIn(follower.facts)).toEqual(['purchase', 'renewal', 'cancellation', 'renewal']);
    expect(follower.state.subscription.endDate).toBe(next.toISOString());
  });

  test('to be over ends what the account has of it, and nothing else', () => {
    const over = seen({ status: 'over', endDate: later(1) });
    expect(reasonsIn(new Follower(seen(), over).facts)).toEqual(['purchase', 'cancellation']);
    expect(new Follower(seen(), over, over).state.subscription).toMatchObject({
      status: 'cancelled',
      endDate: later(1).toISOString(),
    });
    expect(new Follower(over).facts).toEqual([]);
    expect(reasonsIn(new Follower(seen(), { ...over, source: 'sub_0' }).facts)).toEqual(['purchase']);
  });

  test('of another plan counts where it is no lesser one', () => {
    const another = (tier: SeenSubscription['tier']) => seen({ source: 'sub_2', tier });
    expect(reasonsIn(new Follower(seen(), another('agency')).facts)).toEqual(['purchase', 'purchase']);
    expect(reasonsIn(new Follower(seen(), another('starter')).facts)).toEqual(['purchase']);
  });

  test('converges, whatever was seen before', () => {
    const anything = fc.record({
      source: fc.constantFrom('sub_1', 'sub_2'),
      tier: fc.constantFrom('starter' as const, 'studio' as const, 'agency' as const),
      period: fc.constantFrom('monthly' as const, 'yearly' as const),
      status: fc.constantFrom('active' as const, 'cancelled' as const, 'over' as const),
      endDate: fc.constantFrom(endDate, later(1), later(500)),
      paidAt: fc.constantFrom(paidAt, later(0.5)),
    });
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 12 }), anything, (before, last) => {
        const follower = new Follower(...before);
        follower.see(last);
        expect(follower.see(last)).toEqual([]);
      }),
    );
  });
});

describe('a payment that goes back', () => {
  test('ends the plan and takes its credits, once', () => {
    const follower = new Follower(seen());
    expect(follower.reverse().map(({ type }) => type)).toEqual(['SubscriptionChanged', 'CreditsRevoked']);
    expect(follower.state).toMatchObject({ allowanceTenths: 500, permanentTenths: 0 });
    expect(follower.reverse()).toEqual([]);
    expect(follower.see(seen())).toEqual([]);
    expect(revokedFor('pi_1', follower.state, later(2))).toBe(5500);
  });

  test('takes what was spent, too', () => {
    const follower = new Follower(seen());
    const charge = { generationId: memberId, fingerprint: 'f', tenths: 5800, images: 1 };
    for (const fact of account.decide(
      { type: 'HoldCredits', memberId, charges: [charge], at: later(2) },
      follower.state,
    )) {
      follower.state = account.evolve(follower.state, fact);
    }
    follower.reverse();
    expect(follower.state).toMatchObject({ allowanceTenths: 0, permanentTenths: -5300 });
  });

  test('before it came brings and takes nothing', () => {
    const follower = new Follower();
    follower.reverse();
    expect(follower.see(seen())).toEqual([]);
    expect(follower.state).toMatchObject({ allowanceTenths: 500, subscription: { tier: 'free' } });
  });

  test('leaves the next one’s plan alone', () => {
    const follower = new Follower(seen());
    follower.reverse();
    follower.see(seen({ source: 'sub_2', tier: 'agency', paidAt: later(2) }));
    expect(follower.state).toMatchObject({ allowanceTenths: 6500, subscription: { source: 'sub_2', tier: 'agency' } });
    expect(follower.reverse()).toEqual([]);
  });

  test('and comes back is due until its end, though it is over where it was paid for', () => {
    const follower = new Follower(seen());
    follower.reverse();
    follower.reinstate();
    expect(follower.see(seen({ status: 'over', endDate: later(2) }), later(4))).toEqual([]);
    expect(follower.reinstate()).toEqual([]);
    expect(follower.state.subscription).toMatchObject({
      tier: 'studio',
      status: 'cancelled',
      endDate: endDate.toISOString(),
    });
  });
});
