import assert from 'node:assert/strict';
import { type AccountFact, accountFacts } from '@easel/contracts/account/events';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import { imageSizes } from '@easel/contracts/downloads/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { purchaseMethods } from '@easel/contracts/purchases/policy';
import { planCards } from '@easel/contracts/subscriptions/policy';
import { account, availableTenths, type Account, type AccountCommand } from '@easel/api/account/account.decider';
import {
  bankAccount,
  idOf,
  imageTerms,
  memberId,
  seenPayment,
  seenPlan,
  sellerId,
} from '@easel/api/account/testing/account-facts';
import { runs } from '@easel/kernel/testing/runs';
import { book, emptyBalance, type EntryRow } from '@easel/projections/ledger/ledger.tables';
import { postingOf } from '@easel/projections/ledger/posting';
import fc from 'fast-check';
import { expect, test } from 'vitest';

const RUNS = runs(1_500);
const begin = Date.parse('2026-11-20T12:00:00.000Z');
const A_DAY_MS = 86_400_000;

const few = (prefix: string, count = 4) => fc.integer({ min: 1, max: count }).map((n) => `${prefix}${n}`);
const upTo = (max: number, min = 1) => fc.integer({ min, max });
const id = fc.integer({ min: 1, max: 4 }).map(idOf);
const someone = fc.constant(memberId);
const terms = fc
  .record({ variantId: id, size: fc.constantFrom(...imageSizes), method: fc.constantFrom(...purchaseMethods) })
  .map((chosen) => imageTerms({ ...chosen, tenths: 60, cents: 90 }));

/** A plan that was paid for, with what went back of it. */
function paidPlan(tier: SubscribedTier, cents: number, refundedCents: number, failed: boolean) {
  const source = `sub_${tier}`;
  const renewsAs = { tier, period: 'monthly' as const };
  const refund = { refundId: `re_${tier}_${refundedCents}`, cents: refundedCents, failed, isRest: false, reason: null };
  const refunds = refundedCents > 0 ? [refund] : [];
  const outcome = failed ? ('released' as const) : ('lost' as const);
  const disputes = refundedCents > 0 ? [] : [{ disputeId: `dp_${tier}`, cents, outcome, reason: null }];
  return {
    plans: [seenPlan({ source, renewsAs })],
    payments: [seenPayment({ paymentId: `pi_${tier}`, source, tier, cents, refunds, disputes })],
  };
}

/** A payout of it needs two confirmations. */
const LARGE_CENTS = 100_001;

type Step = { command: (at: Date) => AccountCommand; afterDays: number };

/** What brings sums in, moves and takes them, in no order that anybody would choose. */
const command: fc.Arbitrary<(at: Date) => AccountCommand> = fc
  .oneof(
    fc.record({
      type: fc.constant('HoldCredits' as const),
      memberId: someone,
      charges: fc.array(
        fc
          .record({ generationId: id, tenths: upTo(3000), images: upTo(3) })
          .map((charge) => ({ ...charge, fingerprint: charge.generationId })),
        { minLength: 1, maxLength: 2 },
      ),
    }),
    fc.record({ type: fc.constant('CaptureCredits' as const), memberId: someone, generationId: id }),
    fc.record({
      type: fc.constant('ReleaseCredits' as const),
      memberId: someone,
      generationId: id,
      reason: fc.constantFrom('failed' as const, 'abandoned' as const),
    }),
    fc.record({ type: fc.constant('OpenMonth' as const), memberId: someone }),
    fc.record({
      type: fc.constant('GrantCredits' as const),
      memberId: someone,
      key: few('grant'),
      tenths: upTo(500),
      reason: fc.constantFrom('adjustment' as const, 'referral' as const, 'prize' as const),
      note: fc.constant('thanks'),
    }),
    fc
      .record({
        memberId: someone,
        tier: fc.constantFrom(...planCards.slice(3, 4)),
        refunded: upTo(4, 0),
        failed: fc.boolean(),
      })
      .map(({ memberId, tier: { tier, monthlyCents }, refunded, failed }) => ({
        type: 'FollowPlans' as const,
        memberId,
        seen: paidPlan(tier, monthlyCents, refunded < 2 ? refunded : Math.floor(monthlyCents / (refunded - 1)), failed),
      })),
    fc.record({ type: fc.constant('PayDebt' as const), memberId: someone, key: few('debt') }),
    fc.record({
      type: fc.constant('TopUpWallet' as const),
      memberId: someone,
      paymentId: few('pi', 3),
      sessionId: fc.constant(null),
      cents: fc.constantFrom(1000, 2500),
    }),
    fc.record({
      type: fc.constant('RefundWallet' as const),
      memberId: someone,
      refundId: few('re', 3),
      paymentId: few('pi', 3),
      cents: upTo(900),
      failed: fc.boolean(),
      reason: fc.constant('requested'),
    }),
    fc.record({
      type: fc.constant('DisputeWallet' as const),
      memberId: someone,
      disputeId: few('dp', 2),
      paymentId: few('pi', 3),
      cents: upTo(1500),
      outcome: fc.constantFrom('frozen' as const, 'released' as const, 'lost' as const),
      reason: fc.constant(null),
    }),
    terms.map((request) => ({ type: 'PurchaseImage' as const, memberId, ...request })),
    fc.record({
      type: fc.constant('PurchasePrints' as const),
      memberId: someone,
      orderId: id,
      paymentId: few('pi', 3),
      cents: upTo(3000),
    }),
    fc.tuple(terms, few('quote', 9)).map(([request, key]) => ({
      type: 'GrantDownload' as const,
      memberId,
      key,
      requestKey: key,
      generationId: request.generationId,
      variantId: request.variantId,
      ownerId: sellerId,
      size: request.size,
      original: request.original,
      format: 'png' as const,
      terms: request,
    })),
    fc.record({
      type: fc.constant('SettleEarnings' as const),
      memberId: someone,
      day: upTo(9).map((day) => `2026-11-0${day}`),
      tenths: upTo(300, 0),
      cents: upTo(300, 0),
      sales: fc.constant(1),
    }),
    fc.record({
      type: fc.constant('GrantChallengeShare' as const),
      memberId: someone,
      competitionId: id,
      kind: fc.constantFrom('poster' as const, 'tshirt' as const),
      month: fc.constant('2026-10'),
      day: upTo(9).map((day) => `2026-11-0${day}`),
      shareCents: upTo(300, 0),
      prizeCents: upTo(300, 0),
      entries: fc.constant<{ entryId: string; generationId: string; cents: number }[]>([]),
    }),
    fc.record({
      type: fc.constant('RequestPayout' as const),
      memberId: someone,
      payoutId: id,
      tenths: upTo(200, 0),
      cents: upTo(200, 0),
      restDays: fc.constant(0),
      roomCents: fc.constant(1_000_000),
      iban: fc.constant(bankAccount.iban),
      accountHolder: fc.constant(bankAccount.accountHolder),
    }),
    fc.record({
      type: fc.constant('TurnEarnings' as const),
      memberId: someone,
      purchaseId: id,
      turn: upTo(3),
      covered: fc.boolean(),
      tenths: upTo(300),
      cents: upTo(300, 0),
    }),
    fc.constant({
      type: 'SettleEarnings' as const,
      memberId,
      day: '2026-11-10',
      tenths: 0,
      cents: LARGE_CENTS,
      sales: 1,
    }),
    fc.constant({
      type: 'RequestPayout' as const,
      memberId,
      payoutId: idOf(1),
      tenths: 0,
      cents: LARGE_CENTS,
      restDays: 0,
      roomCents: 1_000_000,
      ...bankAccount,
    }),
    fc.record({
      type: fc.constant('SettlePayout' as const),
      memberId: someone,
      payoutId: fc.oneof(id, fc.constant(idOf(1))),
      outcome: fc.constantFrom('paid' as const, 'returned' as const),
      reason: fc.constant(null),
      roomCents: fc.constant(0),
      key: id,
      operatorId: fc.constant('ada'),
      isOnlyAdmin: fc.constant(true),
    }),
  )
  .map((timeless) => (at) => ({ ...timeless, at }));

const step: fc.Arbitrary<Step> = fc.record({
  command,
  afterDays: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: upTo(20) }),
});

function decided(state: Account, next: AccountCommand): readonly AccountFact[] {
  try {
    return account.decide(next, state);
  } catch (error) {
    if (error instanceof Refused) return [];
    throw error;
  }
}

test(`in ${RUNS} accounts: after each fact the ledger has what the account has, and its entries add up to that`, () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), (steps) => {
      let state = account.initial();
      let balance = emptyBalance(memberId);
      const entries: EntryRow[] = [];
      let time = begin;
      let revision = 0;
      for (const { command: next, afterDays } of steps) {
        time += afterDays * A_DAY_MS;
        for (const fact of decided(state, next(new Date(time)))) {
          seen.add(fact.type);
          state = account.evolve(state, fact);
          const posting = postingOf({
            ...fact,
            id: idOf(1),
            stream: `account-${memberId}`,
            revision,
            position: BigInt(revision),
            recordedAt: new Date(time),
            metadata: { $correlationId: 'c', actor: { kind: 'member', id: memberId }, schemaVersion: 1 },
          });
          revision += 1;
          if (posting) {
            const { entry, after } = book(balance, posting);
            balance = after;
            entries.push(entry);
          }
          expectSame(balance, state);
        }
      }
      expectSame(sumOf(entries), state);
    }),
    { numRuns: RUNS },
  );
  expect([...seen].toSorted()).toEqual(Object.keys(accountFacts).toSorted());
});

type Sums = Pick<EntryRow, 'tenths' | 'held_tenths' | 'cents' | 'frozen_cents'>;

function expectSame(sums: Sums, state: Account): void {
  const ours = [sums.tenths, sums.held_tenths, sums.cents, sums.frozen_cents];
  const theirs = [availableTenths(state), state.heldTenths, state.cents, state.frozenCents];
  assert.deepEqual(ours, theirs);
}

const sumOf = (entries: readonly EntryRow[]): Sums => ({
  tenths: entries.reduce((sum, { tenths }) => sum + tenths, 0),
  held_tenths: entries.reduce((sum, { held_tenths }) => sum + held_tenths, 0),
  cents: entries.reduce((sum, { cents }) => sum + cents, 0),
  frozen_cents: entries.reduce((sum, { frozen_cents }) => sum + frozen_cents, 0),
});
