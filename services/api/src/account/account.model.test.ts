import { isDeepStrictEqual } from 'node:util';
import { accountFacts, type AccountFact } from '@easel/contracts/account/events';
import { subscribedTiers } from '@easel/contracts/account/policy';
import { downloadFormats, imageSizes } from '@easel/contracts/downloads/policy';
import { firstPriceList, offerOf } from '@easel/contracts/prices/policy';
import { billingPeriods } from '@easel/contracts/subscriptions/policy';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { account, type AccountCommand } from './account.decider.ts';
import type { PlansSeen, SeenPayment, SeenPlan } from '@easel/contracts/subscriptions/seen-plans.policy';
import { runs } from '@easel/kernel/testing/runs';
import { bankAccount, idOf, imageTerms, memberId, sellerId } from './testing/account-facts.ts';
import { AccountRun } from './testing/account-run.ts';

const few = (prefix: string, count = 4) => fc.integer({ min: 1, max: count }).map((n) => `${prefix}${n}`);
const id = (from: number, to: number) => fc.integer({ min: from, max: to }).map(idOf);
const upTo = (max: number, min = 1) => fc.integer({ min, max });
const reason = fc.constant(null);

const start = Date.parse('2026-10-25T12:00:00.000Z');
/** Time goes on, now and then a day or two back. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.constant(0) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 12 }) },
  { weight: 1, arbitrary: fc.integer({ min: -3, max: 40 }) },
);

const sizes = { size: fc.constantFrom(...imageSizes), original: fc.constantFrom('4K', ...imageSizes) };
const image = fc
  .record({
    ...sizes,
    variantId: id(1, 2),
    method: fc.constantFrom('credits', 'dollars'),
    purchaseId: id(5, 9),
  })
  .map((terms) => imageTerms({ ...offerOf(firstPriceList, terms.size), ...terms }));
/** Of the two orders that cards pay for. */
const cardImage = fc
  .record({
    ...sizes,
    variantId: id(1, 2),
    method: fc.constant('card'),
    paymentId: few('card', 2),
    purchaseId: id(1, 4),
  })
  .map((terms) => imageTerms({ ...offerOf(firstPriceList, terms.size), ...terms }));

/** Two plans as they may stand at the card service, each paid for twice, whatever of it makes sense. */
const seen: fc.Arbitrary<PlansSeen> = fc
  .array(
    fc.record({
      tier: fc.constantFrom(...subscribedTiers.slice(2)),
      period: fc.constantFrom(...billingPeriods),
      begun: upTo(30, 0),
      status: fc.constantFrom('active', 'active', 'owing', 'over'),
      leaving: fc.boolean(),
      refunded: upTo(3, 0),
      failed: fc.boolean(),
      dispute: fc.constantFrom(null, null, null, 'frozen', 'released', 'lost'),
    }),
    { minLength: 1, maxLength: 2 },
  )
  .map((plans) => {
    const day = (days: number): Date => new Date(start + days * 86_400_000);
    const stands = plans.map(({ tier, period, begun, status, leaving, refunded, failed, dispute }, n) => {
      const source = `sub_${n}`;
      const plan: SeenPlan = {
        source,
        status,
        leaving,
        createdAt: day(begun),
        endedAt: status === 'over' ? day(begun + 10) : undefined,
        renewsAs: { tier, period },
      };
      const paid = [0, 1].map((turn): SeenPayment => {
        const from = begun + turn * 30;
        return {
          paymentId: `plan_${n}_${turn}_${tier}`,
          source,
          tier,
          period,
          cents: 999,
          from: day(from),
          until: day(from + 30),
          paidAt: day(from),
          refunds:
            refunded === 0
              ? []
              : [{ refundId: `re_${n}_${turn}`, cents: 333 * refunded, failed, isRest: false, reason: null }],
          disputes:
            dispute === null || refunded > 0
              ? []
              : [{ disputeId: `dp_${n}_${turn}`, cents: 999, outcome: dispute, reason: null }],
        };
      });
      return { plan, paid };
    });
    return { plans: stands.map(({ plan }) => plan), payments: stands.flatMap(({ paid }) => paid) };
  });

/** Distributes over a union, so that each command keeps its own fields. */
type Timeless<C> = C extends AccountCommand ? Omit<C, 'at' | 'memberId'> : never;

/** A payout of it needs two confirmations. */
const LARGE_CENTS = 100_001;

const command: fc.Arbitrary<Timeless<AccountCommand>> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .array(fc.record({ generationId: id(1, 4), tenths: upTo(700), images: upTo(20) }), {
        minLength: 1,
        maxLength: 3,
      })
      .map((charges) => ({
        type: 'HoldCredits' as const,
        charges: charges.map((charge) => ({ ...charge, fingerprint: charge.generationId })),
      })),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('CaptureCredits'), generationId: id(1, 4) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('ReleaseCredits'),
      generationId: id(1, 4),
      reason: fc.constantFrom('failed', 'cancelled', 'abandoned'),
    }),
  },
  fc.record({ type: fc.constant('OpenMonth') }),
  fc.record({
    type: fc.constant('GrantCredits'),
    key: few('grant'),
    tenths: upTo(900),
    reason: fc.constantFrom('adjustment', 'referral', 'prize'),
    note: reason,
  }),
  { weight: 2, arbitrary: seen.map((one) => ({ type: 'FollowPlans' as const, seen: one })) },
  fc.record({ type: fc.constant('PayDebt'), key: few('debt') }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('TopUpWallet'),
      paymentId: few('pi', 3),
      sessionId: reason,
      cents: fc.constantFrom(1000, 2500),
    }),
  },
  // A refund is of one payment.
  fc.record({ refund: upTo(6), failed: fc.boolean(), reason }).map(({ refund, ...rest }) => ({
    type: 'RefundWallet' as const,
    ...rest,
    refundId: `re${refund}`,
    paymentId: `pi${1 + (refund % 3)}`,
    cents: 333,
  })),
  {
    weight: 2,
    arbitrary: fc
      .record({
        refund: upTo(6),
        failed: fc.boolean(),
        purchaseIds: fc.option(fc.uniqueArray(id(1, 4), { maxLength: 2 }), { nil: undefined }),
        reason,
      })
      .map(({ refund, ...rest }) => ({
        type: 'RefundWallet' as const,
        ...rest,
        refundId: `card_re${refund}`,
        paymentId: `card${1 + (refund % 2)}`,
        cents: refund * 60,
      })),
  },
  fc
    .record({ orderId: id(1, 2), cents: fc.constantFrom(500, 1000) })
    .map((prints) => ({ type: 'PurchasePrints' as const, paymentId: `card${prints.orderId[0] ?? ''}`, ...prints })),
  fc
    .record({
      paymentId: fc.oneof(few('pi', 2), few('card', 2)),
      cents: upTo(1500),
      outcome: fc.constantFrom('frozen', 'released', 'lost'),
      reason,
    })
    .map((dispute) => ({ type: 'DisputeWallet' as const, disputeId: `dp_${dispute.paymentId}`, ...dispute })),
  {
    weight: 3,
    arbitrary: fc
      .tuple(fc.oneof(image, cardImage), fc.option(fc.constantFrom(50, 75, 100), { freq: 2, nil: undefined }))
      .map(([terms, shown]) => ({ type: 'PurchaseImage' as const, ...terms, shown })),
  },
  {
    weight: 5,
    arbitrary: fc
      .record({
        key: few('quote', 30),
        requestKey: few('call', 30),
        ownerId: fc.constantFrom(memberId, sellerId, sellerId),
        format: fc.constantFrom('png', 'png', 'png', ...downloadFormats),
        terms: image,
        agreed: fc.boolean(),
      })
      .map(({ terms, agreed, ...request }) => ({
        type: 'GrantDownload' as const,
        generationId: terms.generationId,
        variantId: terms.variantId,
        size: terms.size,
        original: terms.original,
        // A card pays for orders alone.
        terms: agreed ? terms : null,
        ...request,
      })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('SettleEarnings'),
      day: fc.integer({ min: 1, max: 5 }).map((day) => `2026-11-0${day}`),
      tenths: upTo(300, 0),
      cents: upTo(300, 0),
      sales: fc.constant(1),
    }),
  },
  fc.record({
    type: fc.constant('GrantChallengeShare'),
    competitionId: id(1, 3),
    kind: fc.constant('poster'),
    month: fc.constant('2026-10'),
    day: fc.integer({ min: 1, max: 5 }).map((day) => `2026-11-0${day}`),
    shareCents: upTo(200, 0),
    prizeCents: upTo(200, 0),
    entries: fc.constant<{ entryId: string; generationId: string; cents: number }[]>([]),
  }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('RequestPayout'),
      payoutId: id(1, 3),
      tenths: upTo(200, 0),
      cents: upTo(200, 0),
      restDays: fc.constantFrom(0, 14),
      roomCents: fc.constantFrom(1_000_000, 1_000_000, 60),
      iban: fc.constant(bankAccount.iban),
      accountHolder: fc.constant(bankAccount.accountHolder),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('TurnEarnings'),
      purchaseId: id(1, 2),
      turn: upTo(3),
      covered: fc.boolean(),
      tenths: upTo(200, 1),
      cents: upTo(200, 0),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.integer({ min: 1, max: 5 }).map((day) => ({
      type: 'SettleEarnings' as const,
      day: `2026-11-0${day}`,
      tenths: 0,
      cents: LARGE_CENTS,
      sales: 1,
    })),
  },
  {
    weight: 1,
    arbitrary: id(1, 1).map((payoutId) => ({
      type: 'RequestPayout' as const,
      payoutId,
      tenths: 0,
      cents: LARGE_CENTS,
      restDays: 0,
      roomCents: 1_000_000,
      ...bankAccount,
    })),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('SettlePayout'),
      payoutId: fc.oneof(id(1, 3), id(1, 1)),
      outcome: fc.constantFrom('paid', 'returned'),
      reason,
      roomCents: fc.constantFrom(0, 0, -1),
      key: id(1, 9),
      operatorId: fc.constantFrom('ada', 'bob'),
      isOnlyAdmin: fc.boolean(),
    }),
  },
);

const RUNS = runs(2_000);

test(
  `whatever happens, in ${RUNS} accounts: nothing is lost, nothing is spent twice, nothing is mixed up`,
  () => {
    const seen: Partial<Record<AccountFact['type'], number>> = {};
    let seenTaken = 0;
    fc.assert(
      fc.property(fc.array(fc.tuple(command, step), { minLength: 1, maxLength: 40, size: 'max' }), (steps) => {
        const run = new AccountRun();
        let time = start;
        for (const [next, days] of steps) {
          time += days * 86_400_000;
          run.execute({ ...next, memberId, at: new Date(time) });
        }
        run.repeatAll();
        run.checkPayments();
        run.checkPayouts();
        seenTaken += run.takenByCard;
        const replayed = run.facts.reduce((state, fact) => account.evolve(state, fact), account.initial());
        expect(isDeepStrictEqual(replayed, run.state)).toBe(true);
        // A snapshot is this state as JSON.
        expect(isDeepStrictEqual(JSON.parse(JSON.stringify(run.state)), run.state)).toBe(true);
        for (const { type } of run.facts) seen[type] = (seen[type] ?? 0) + 1;
      }),
      { numRuns: RUNS },
    );
    expect(seenTaken).toBeGreaterThan(0);
    expect(Object.keys(seen).toSorted()).toEqual(Object.keys(accountFacts).toSorted());
  },
  runs(300_000),
);
