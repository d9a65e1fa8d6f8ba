import type { AccountFact } from '@easel/contracts/account/events';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import { z } from 'zod';
import { columnsOf, Groups, isWithin, monthOf, months } from './figures.ts';
import { reportOf, type Seen } from './report.ts';

interface Sums {
  plans: number;
  topUps: number;
  purchases: number;
  refunds: number;
  disputes: number;
}

const nothing = (): Sums => ({ plans: 0, topUps: 0, purchases: 0, refunds: 0, disputes: 0 });

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
  /** What each payment by card paid for images, of which an order has several. */
  cardPurchases: Map<string, CardPurchase>;
  /** Disputes of plans that took their money out. */
  taken: Set<string>;
  groups: Groups<Sums>;
}

/**
 * Money that came in by month and tier: the plan's, or the one in force of whoever filled a wallet or bought by card.
 */
export const report = reportOf<AccountFact>()({
  answers: 'What came in by month and tier, what went back, and what was only tested',
  filter: [
    'PlanPaid',
    'PlanRefunded',
    'PlanDisputed',
    'SubscriptionChanged',
    'WalletToppedUp',
    'WalletRefunded',
    'WalletDisputed',
    'ImagePurchased',
  ],
  parameters: z.strictObject(months),
  initial: (): State => ({
    tiers: new Map(),
    tests: new Set(),
    plans: new Map(),
    cardPurchases: new Map(),
    taken: new Set(),
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
        if (fact.data.outcome === 'frozen') sumsOfPayment(state, fact).disputes += walletCents(state, fact.data);
        if (fact.data.outcome === 'released') sumsOfPayment(state, fact).disputes -= walletCents(state, fact.data);
        break;
      case 'ImagePurchased': {
        // What was paid from the account had come in before.
        if (fact.data.method !== 'card') break;
        const { purchaseId, paymentId, cents, tier } = fact.data;
        const payment = paymentId ?? purchaseId;
        state.cardPurchases.set(payment, { cents: (state.cardPurchases.get(payment)?.cents ?? 0) + cents, tier });
        sums(state, fact, false, tier).purchases += cents;
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
      ['refunds', 'cents'],
      ['disputes', 'cents'],
      ['net', 'cents'],
    ),
    rows: groups
      .sorted()
      .filter(([[month = '']]) => isWithin(month, parameters))
      .map(([[month = '', kind = '', tier = ''], { plans, topUps, purchases, refunds, disputes }]) => [
        month,
        kind,
        tier,
        plans,
        topUps,
        purchases,
        refunds,
        disputes,
        plans + topUps + purchases - refunds - disputes,
      ]),
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

/** Of what a card paid for images, by the tier that the member had then. */
const sumsOfPayment = (state: State, fact: OfMember): Sums => {
  const bought = state.cardPurchases.get(fact.data.paymentId);
  return bought ? sums(state, fact, false, bought.tier) : sumsOfMember(state, fact);
};

/** What a dispute took. Of images that a card paid the account moves nothing: all that was paid goes. */
const walletCents = ({ cardPurchases }: State, { cents, paymentId }: { cents: number; paymentId: string }): number =>
  cents === 0 ? (cardPurchases.get(paymentId)?.cents ?? 0) : cents;

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
