import type { AccountFact } from '@easel/contracts/account/events';
import type { DataOf } from '../account-state.decider.ts';
import type { FollowPlans } from '../follow-plans.decider.ts';
import type { ImageTerms } from '../purchases.decider.ts';
import type { SeenPayment, SeenPlan } from '@easel/contracts/subscriptions/seen-plans.policy';

/** Facts and commands of one member, as tests tell of them. */

export const memberId = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
export const sellerId = '99999999-9999-4999-8999-999999999999';
/** `n` from 0 to 9. */
export const idOf = (n: number): string =>
  `${n}`.repeat(8) + `-${`${n}`.repeat(4)}-4${`${n}`.repeat(3)}-8${`${n}`.repeat(3)}-${`${n}`.repeat(12)}`;

export const november = new Date('2026-11-20T10:00:00.000Z');
export const december = new Date('2026-12-01T00:00:00.000Z');

/** Where payouts go. */
export const bankAccount = { iban: 'DE89370400440532013000', accountHolder: 'Ada Seller' };

type Fact<Type extends AccountFact['type']> = Extract<AccountFact, { type: Type }>;

export const allowance = (
  tenths = 500,
  month = '2026-11',
  key = `allowance:${month}`,
  paymentId: string | null = null,
): Fact<'CreditsGranted'> => ({
  type: 'CreditsGranted',
  data: { memberId, bucket: 'allowance', tenths, reason: 'allowance', key, month, paymentId, note: null },
});

export const bonus = (tenths: number, key = 'bonus'): Fact<'CreditsGranted'> => ({
  type: 'CreditsGranted',
  data: {
    memberId,
    bucket: 'permanent',
    tenths,
    reason: 'adjustment',
    key,
    month: null,
    paymentId: null,
    note: 'thanks',
  },
});

export const expired = (tenths: number, month = '2026-11'): Fact<'CreditsExpired'> => ({
  type: 'CreditsExpired',
  data: { memberId, tenths, month },
});

export const december20 = new Date('2026-12-20T10:00:00.000Z');

export const seenPlan = (change: Partial<SeenPlan> = {}): SeenPlan => ({
  source: 'sub_1',
  status: 'active',
  leaving: false,
  createdAt: november,
  endedAt: undefined,
  renewsAs: { tier: 'studio', period: 'monthly' },
  ...change,
});

export const seenPayment = (change: Partial<SeenPayment> = {}): SeenPayment => ({
  paymentId: 'pi_studio',
  source: 'sub_1',
  tier: 'studio',
  period: 'monthly',
  cents: 3999,
  from: november,
  until: december20,
  paidAt: november,
  refunds: [],
  disputes: [],
  ...change,
});

export const follow = (
  plans: readonly SeenPlan[] = [seenPlan()],
  payments: readonly SeenPayment[] = [seenPayment()],
  at = november,
): FollowPlans => ({ type: 'FollowPlans', memberId, seen: { plans, payments }, at });

export const planPaid = (change: Partial<DataOf<'PlanPaid'>> = {}): Fact<'PlanPaid'> => ({
  type: 'PlanPaid',
  data: {
    memberId,
    paymentId: 'pi_studio',
    source: 'sub_1',
    tier: 'studio',
    period: 'monthly',
    cents: 3999,
    from: november.toISOString(),
    until: december20.toISOString(),
    paidAt: november.toISOString(),
    month: null,
    ...change,
  },
});

export const subscribed = (change: Partial<DataOf<'SubscriptionChanged'>> = {}): Fact<'SubscriptionChanged'> => ({
  type: 'SubscriptionChanged',
  data: {
    memberId,
    key: 'sub_1',
    tier: 'studio',
    status: 'active',
    period: 'monthly',
    endDate: december20.toISOString(),
    next: null,
    reason: 'purchase',
    source: 'sub_1',
    effectiveAt: november.toISOString(),
    ...change,
  },
});

/** A member who bought Studio in November, before any other command. */
export const studio: readonly AccountFact[] = [
  allowance(),
  planPaid(),
  subscribed(),
  allowance(5500, '2026-11', 'allowance:2026-11:pi_studio:3', 'pi_studio'),
];

export const toppedUp = (cents: number, paymentId = 'pi_1', creditedCents = cents): Fact<'WalletToppedUp'> => ({
  type: 'WalletToppedUp',
  data: { memberId, paymentId, sessionId: 'cs_1', cents, creditedCents },
});

export const refunded = (
  cents: number,
  debitedCents: number,
  change: Partial<DataOf<'WalletRefunded'>> = {},
): Fact<'WalletRefunded'> => ({
  type: 'WalletRefunded',
  data: {
    memberId,
    refundId: 're_1',
    paymentId: 'pi_1',
    cents,
    debitedCents,
    outcome: 'made',
    reason: 'requested',
    ...change,
  },
});

export const disputed = (
  cents: number,
  outcome: DataOf<'WalletDisputed'>['outcome'] = 'frozen',
  change: Partial<DataOf<'WalletDisputed'>> = {},
): Fact<'WalletDisputed'> => ({
  type: 'WalletDisputed',
  data: { memberId, disputeId: 'dp_1', paymentId: 'pi_1', cents, outcome, reason: 'fraudulent', ...change },
});

const image: ImageTerms['image'] = {
  original: { blob: 'aa'.repeat(32), width: 2048, height: 1152 },
  preview: { blob: 'bb'.repeat(32), width: 1024, height: 576 },
  thumbnail: { blob: 'cc'.repeat(32), width: 384, height: 216 },
  thumbhash: 'AAAA',
};

export const imageTerms = (terms: Partial<ImageTerms> = {}): ImageTerms => ({
  purchaseId: idOf(5),
  generationId: idOf(3),
  variantId: idOf(4),
  sellerId,
  size: '1K',
  original: '2K',
  method: 'credits',
  tenths: 50,
  cents: 75,
  priceVersion: 1,
  curator: false,
  image,
  ...terms,
});

export const bought = (data: Partial<DataOf<'ImagePurchased'>> = {}): Fact<'ImagePurchased'> => ({
  type: 'ImagePurchased',
  data: {
    memberId,
    purchaseId: idOf(5),
    generationId: idOf(3),
    variantId: idOf(4),
    sellerId,
    size: '1K',
    method: 'credits',
    paymentId: null,
    priceVersion: 1,
    tenths: 50,
    allowanceTenths: 50,
    permanentTenths: 0,
    earningTenths: 0,
    cents: 0,
    curator: false,
    tier: 'free',
    image,
    purchasedAt: november.toISOString(),
    ...data,
  },
});

/** What a card paid for the printed products of an order and their delivery. */
export const prints = (cents: number, paymentId = 'pi_card'): Fact<'PrintsPurchased'> => ({
  type: 'PrintsPurchased',
  data: { memberId, orderId: idOf(0), paymentId, cents, purchasedAt: november.toISOString() },
});

export const earned = (tenths: number, cents = 0, day = '2026-11-20'): Fact<'EarningsSettled'> => ({
  type: 'EarningsSettled',
  data: { memberId, day, tenths, cents, sales: 1 },
});

/** What a challenge brought, announced on the day of `november`. */
export const challengeShare = (
  shareCents: number,
  prizeCents: number,
  change: Partial<DataOf<'ChallengeShareGranted'>> = {},
): Fact<'ChallengeShareGranted'> => ({
  type: 'ChallengeShareGranted',
  data: {
    memberId,
    competitionId: idOf(8),
    kind: 'poster',
    month: '2026-10',
    day: '2026-11-20',
    cents: shareCents + prizeCents,
    shareCents,
    prizeCents,
    entries: [{ entryId: idOf(2), generationId: idOf(3), cents: shareCents + prizeCents }],
    ...change,
  },
});

/** Of the purchase of `bought`; `covered` turns with each. */
export const coverChanged = (turn: number, purchaseId = idOf(5)): Fact<'PurchaseCoverChanged'> => ({
  type: 'PurchaseCoverChanged',
  data: { memberId, purchaseId, sellerId, covered: turn % 2 === 0, turn },
});
