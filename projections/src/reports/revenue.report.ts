import type { AccountFact } from '@easel/contracts/account/events';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import type { OrderFact } from '@easel/contracts/orders/events';
import { z } from 'zod';
import { columnsOf, Groups, isWithin, monthOf, months } from './figures.ts';
import { reportOf, type Seen } from './report.ts';

interface Sums {
  plans: number;
  topUps: number;
  purchases: number;
  prints: number;
  refunds: number;
  disputes: number;
  printCosts: number;
}

const nothing = (): Sums => ({ plans: 0, topUps: 0, purchases: 0, prints: 0, refunds: 0, disputes: 0, printCosts: 0 });

interface CardPurchase {
  cents: number;
  tier: SubscribedTier;
}

interface State {
  tiers: Map<string, SubscribedTier>;
  /** Test payments; their refunds and disputes are no revenue either. */
  tests: Set<string>;
  /** Plan's tier by payment, for what comes back of it. */
  plans: Map<string, SubscribedTier>;
  /** What each payment by card paid for images and prints. */
  cardPurchases: Map<string, CardPurchase>;
  /** Disputes of plans that took their money out. */
  taken: Set<string>;
  /** What the print service asks for each attempt of an order. */
  printCosts: Map<string, number>;
  groups: Groups<Sums>;
}

/**
 * Money that came in by month and tier: the plan's, or the one in force of whoever filled a wallet or bought by card.
 */
export const report = reportOf<AccountFact | OrderFact>()({
  answers: 'What came in by month and tier, what went back, what printing cost, and what was only tested',
  filter: [
    'PlanPaid',
    'PlanRefunded',
    'PlanDisputed',
    'SubscriptionChanged',
    'WalletToppedUp',
    'WalletRefunded',
    'WalletDisputed',
    'ImagePurchased',
    'PrintsPurchased',
    'OrderPaid',
    'OrderPrintCharged',
  ],
  parameters: z.strictObject(months),
  initial: (): State => ({
    tiers: new Map(),
    tests: new Set(),
    plans: new Map(),
    cardPurchases: new Map(),
    taken: new Set(),
    printCosts: new Map(),
    groups: new Groups(nothing),
  }),

  reduce(state, fact) {
    switch (fact.type) {
      case 'SubscriptionChanged':
        state.tiers.set(fact.data.memberId, fact.data.status === 'ended' ? 'free' : fact.data.tier);
        break;
      case 'PlanPaid':
        state.plans.set(fact.data.paymentId, fact.data.tier);
        note(state, fact.data);
        sumsOfPlan(state, fact).plans += fact.data.cents;
        break;
      case 'PlanRefunded':
        sumsOfPlan(state, fact).refunds += fact.data.outcome === 'made' ? fact.data.cents : -fact.data.cents;
        break;
      case 'PlanDisputed':
        sumsOfPlan(state, fact).disputes += disputedCents(state, fact.data);
        break;
      case 'WalletToppedUp':
        note(state, fact.data);
        sumsOfMember(state, fact).topUps += fact.data.cents;
        break;
      case 'WalletRefunded':
        sumsOfPayment(state, fact).refunds += fact.data.outcome === 'made' ? fact.data.cents : -fact.data.cents;
        break;
      case 'WalletDisputed':
        // What is lost was frozen before.
        if (fact.data.outcome === 'frozen') sumsOfPayment(state, fact).disputes += disputedOf(state, fact.data);
        if (fact.data.outcome === 'released') sumsOfPayment(state, fact).disputes -= disputedOf(state, fact.data);
        break;
      case 'ImagePurchased': {
        // What was paid from the account had come in before.
        if (fact.data.method !== 'card') break;
        const { purchaseId, paymentId, cents, tier } = fact.data;
        const payment = paymentId ?? purchaseId;
        const of = purchased(state, payment, cents, tier);
        sums(state, fact, state.tests.has(payment), of).purchases += cents;
        break;
      }
      case 'PrintsPurchased': {
        const { paymentId, cents, memberId } = fact.data;
        const of = purchased(state, paymentId, cents, state.tiers.get(memberId) ?? 'free');
        sums(state, fact, isTest(state, fact), of).prints += cents;
        break;
      }
      case 'OrderPaid':
        note(state, fact.data);
        break;
      case 'OrderPrintCharged': {
        const { orderId, attempt, cents, memberId } = fact.data;
        const key = `${orderId} ${attempt}`;
        // The last one of an attempt holds.
        sums(state, fact, false, state.tiers.get(memberId) ?? 'free').printCosts +=
          cents - (state.printCosts.get(key) ?? 0);
        state.printCosts.set(key, cents);
        break;
      }
    }
    return state;
  },

  beneath: ({ groups }) => groups,

  render: ({ groups }, parameters) => ({
    columns: columnsOf(
      ['month', 'month'],
      ['kind', 'text'],
      ['tier', 'text'],
      ['plans', 'cents'],
      ['top-ups', 'cents'],
      ['card purchases', 'cents'],
      ['prints', 'cents'],
      ['refunds', 'cents'],
      ['disputes', 'cents'],
      ['net', 'cents'],
      ['print costs', 'cents'],
    ),
    rows: groups
      .sorted()
      .filter(([[month = '']]) => isWithin(month, parameters))
      .map(
        ([[month = '', kind = '', tier = ''], { plans, topUps, purchases, prints, refunds, disputes, printCosts }]) => [
          month,
          kind,
          tier,
          plans,
          topUps,
          purchases,
          prints,
          refunds,
          disputes,
          plans + topUps + purchases + prints - refunds - disputes,
          printCosts,
        ],
      ),
  }),
});

function note({ tests }: State, { paymentId, livemode }: { paymentId: string; livemode?: boolean | undefined }): void {
  if (livemode === false) tests.add(paymentId);
}

const sums = ({ groups }: State, { at }: Seen, isTest: boolean, tier: SubscribedTier): Sums =>
  groups.of(monthOf(at), isTest ? 'test' : 'real', tier);

type OfMember = Seen & { data: { memberId: string; paymentId: string } };

const sumsOfMember = (state: State, fact: OfMember): Sums =>
  sums(state, fact, isTest(state, fact), state.tiers.get(fact.data.memberId) ?? 'free');

/** Adds to what a card paid for an order, and returns the tier that all of it counts for: the first one's. */
function purchased({ cardPurchases }: State, payment: string, cents: number, tier: SubscribedTier): SubscribedTier {
  const before = cardPurchases.get(payment);
  const of = before?.tier ?? tier;
  cardPurchases.set(payment, { cents: (before?.cents ?? 0) + cents, tier: of });
  return of;
}

/** Of what a card paid for an order, by the tier that the member had then. */
const sumsOfPayment = (state: State, fact: OfMember): Sums => {
  const bought = state.cardPurchases.get(fact.data.paymentId);
  return bought ? sums(state, fact, isTest(state, fact), bought.tier) : sumsOfMember(state, fact);
};

/** What a dispute took. Of older ones of an order only the payment is known: all that was paid goes. */
const disputedOf = (
  { cardPurchases }: State,
  { cents, cardCents, paymentId }: { cents: number; cardCents?: number | undefined; paymentId: string },
): number => cardCents ?? (cents === 0 ? (cardPurchases.get(paymentId)?.cents ?? 0) : cents);

const sumsOfPlan = (state: State, fact: OfMember): Sums =>
  sums(state, fact, isTest(state, fact), state.plans.get(fact.data.paymentId) ?? 'free');

/** A refund that arrives before its payment counts as real. */
const isTest = ({ tests }: State, { data: { paymentId } }: OfMember): boolean => tests.has(paymentId);

function disputedCents(
  { taken }: State,
  { disputeId, outcome, cents }: Extract<AccountFact, { type: 'PlanDisputed' }>['data'],
): number {
  if (outcome === 'released') return taken.delete(disputeId) ? -cents : 0;
  if (taken.has(disputeId)) return 0;
  taken.add(disputeId);
  return cents;
}
