import assert from 'node:assert/strict';
import type { AccountFact } from '@easel/contracts/account/events';
import { allowanceTenths, monthlyImageLimit } from '@easel/contracts/account/policy';
import { monthsTouched } from '@easel/contracts/subscriptions/entitlement.policy';
import { downloadLimits } from '@easel/contracts/downloads/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { boughtAs } from '../account-state.decider.ts';
import { checkCards } from './card-rules.ts';
import { account, asOf, availableTenths, type Account, type AccountCommand } from '../account.decider.ts';

/** What each fact moves, said once more and apart from the fold: the ledger that the fold is held against. */
interface Entry {
  allowance?: number;
  permanent?: number;
  held?: number;
  cents?: number;
  frozen?: number;
}

function entryOf({ type, data }: AccountFact): Entry {
  switch (type) {
    case 'CreditsGranted':
      return data.bucket === 'allowance' ? { allowance: data.tenths } : { permanent: data.tenths };
    case 'CreditsExpired':
      return { allowance: -data.tenths };
    case 'CreditsRevoked':
      return { allowance: -data.allowanceTenths, permanent: -data.permanentTenths };
    case 'DebtRepaid':
      return {
        permanent: data.tenths,
        ...(data.by === 'wallet' ? { cents: -data.cents } : { allowance: -data.tenths }),
      };
    case 'CreditsHeld':
      return { allowance: -data.allowanceTenths, permanent: -data.permanentTenths, held: data.tenths };
    case 'CreditsCaptured':
      return { held: -data.tenths };
    case 'CreditsReleased':
      return { allowance: data.allowanceTenths, permanent: data.permanentTenths, held: -data.tenths };
    case 'WalletToppedUp':
      return { cents: data.creditedCents };
    case 'WalletRefunded':
      return { cents: data.outcome === 'made' ? -data.debitedCents : data.debitedCents };
    case 'WalletDisputed':
      if (data.outcome === 'frozen') return { cents: -data.cents, frozen: data.cents };
      return data.outcome === 'released' ? { cents: data.cents, frozen: -data.cents } : { frozen: -data.cents };
    case 'ImagePurchased':
      return {
        allowance: -data.allowanceTenths,
        permanent: -data.permanentTenths,
        cents: data.method === 'dollars' ? -data.cents : 0,
      };
    case 'PrintsPurchased':
      return {};
    case 'EarningsSettled':
      return { permanent: data.tenths, cents: data.cents };
    case 'ChallengeShareGranted':
      return { cents: data.cents };
    case 'EarningsReturned':
      return { permanent: data.tenths, cents: data.cents };
    case 'EarningsRevoked':
    case 'BadDebtBooked':
    case 'PayoutRequested':
      return { permanent: -data.tenths, cents: -data.cents };
    case 'PayoutSettled':
      return data.outcome === 'returned' ? { permanent: data.tenths, cents: data.cents } : {};
    case 'PayoutConfirmed':
    case 'PlanPaid':
    case 'PlanRefunded':
    case 'PlanDisputed':
    case 'SubscriptionChanged':
    case 'DownloadGranted':
    case 'PurchaseCoverChanged':
      return {};
  }
}

/** What settles a fact: no two of a stream have the same. */
function keyOf({ type, data }: AccountFact): string | undefined {
  switch (type) {
    case 'CreditsGranted':
    case 'CreditsRevoked':
    case 'SubscriptionChanged':
    case 'DownloadGranted':
    case 'DebtRepaid':
      return data.key;
    case 'CreditsHeld':
      return data.generationId;
    case 'CreditsCaptured':
    case 'CreditsReleased':
      return `end ${data.generationId}`;
    case 'WalletToppedUp':
    case 'PlanPaid':
      return data.paymentId;
    case 'WalletRefunded':
    case 'PlanRefunded':
      return `${data.refundId} ${data.outcome}`;
    case 'PlanDisputed':
    case 'WalletDisputed':
      return `${data.disputeId} ${data.outcome === 'frozen'}`;
    case 'ImagePurchased':
      // What a card has paid is recorded whatever else was bought.
      return data.method === 'card' ? `card ${data.purchaseId}` : `${data.variantId} ${data.size}`;
    case 'PrintsPurchased':
      return data.orderId;
    case 'PurchaseCoverChanged':
    case 'EarningsRevoked':
    case 'BadDebtBooked':
    case 'EarningsReturned':
      return `${data.purchaseId} ${data.turn}`;
    case 'EarningsSettled':
      return data.day;
    case 'ChallengeShareGranted':
      return data.competitionId;
    case 'PayoutRequested':
      return data.payoutId;
    case 'PayoutConfirmed':
      return `confirmation ${data.key}`;
    case 'PayoutSettled':
      return `end ${data.payoutId}`;
    case 'CreditsExpired':
      return undefined;
  }
}

/** Only what a bank takes back may leave less than nothing. */
const isReversal = (fact: AccountFact): boolean =>
  fact.type === 'EarningsRevoked' ||
  fact.type === 'BadDebtBooked' ||
  fact.type === 'WalletRefunded' ||
  (fact.type === 'WalletDisputed' && fact.data.outcome === 'frozen') ||
  (fact.type === 'CreditsRevoked' && fact.data.reason !== 'adjustment');

const spends: ReadonlySet<AccountFact['type']> = new Set([
  'CreditsHeld',
  'ImagePurchased',
  'PayoutRequested',
] satisfies AccountFact['type'][]);

const plansMoney: ReadonlySet<AccountFact['type']> = new Set([
  'PlanPaid',
  'PlanRefunded',
  'PlanDisputed',
] satisfies AccountFact['type'][]);

/** One account under a sequence of commands, and all that must hold of it after each. */
export class AccountRun {
  state: Account = account.initial();
  readonly facts: AccountFact[] = [];
  readonly accepted: AccountCommand[] = [];
  private readonly ledger = { allowance: 0, permanent: 0, held: 0, cents: 0, frozen: 0 };
  private readonly keys = new Set<string>();
  private readonly granted: Record<string, number> = {};
  private reversed = false;
  private month = '';
  /** How many purchases by card were taken back, at most at once. */
  takenByCard = 0;

  execute(command: AccountCommand): void {
    const facts = this.decide(command);
    if (facts === 'refused') return;
    for (const fact of facts) this.add(fact);
    if (facts.length > 0) this.accepted.push(command);
    this.check(command, facts);
    assert.deepEqual(this.decide(command), []);
  }

  /** What nobody may change by asking again, in any order, later. */
  repeatAll(): void {
    for (const command of this.accepted) {
      const facts = this.decide(command);
      // What stood at the card service once may stand otherwise by now; what was paid there is not counted again.
      if (command.type !== 'FollowPlans') assert.deepEqual(facts, []);
      else assert.ok(facts !== 'refused' && facts.every(({ type }) => !plansMoney.has(type)));
    }
  }

  /** What the wallet has of a payment does not hang on the order in which it was told of it and its refunds. */
  checkPayments(): void {
    const refunds = this.facts.flatMap((fact) => (fact.type === 'WalletRefunded' ? [fact.data] : []));
    for (const { type, data } of this.facts) {
      if (type !== 'WalletToppedUp') continue;
      const own = refunds.filter((refund) => refund.paymentId === data.paymentId);
      const sign = (refund: (typeof own)[number]): number => (refund.outcome === 'made' ? 1 : -1);
      const debited = own.reduce((sum, refund) => sum + sign(refund) * refund.debitedCents, 0);
      const refunded = own.reduce((sum, refund) => sum + sign(refund) * refund.cents, 0);
      assert.equal(data.creditedCents - debited, data.cents - refunded);
    }
  }

  /** Nobody is paid out what no sale and no challenge has brought. */
  checkPayouts(): void {
    const left = { tenths: 0, cents: 0 };
    let turned = false;
    for (const { type, data } of this.facts) {
      if (type === 'ChallengeShareGranted') left.cents += data.cents;
      const brings =
        type === 'EarningsSettled' ||
        type === 'EarningsReturned' ||
        (type === 'PayoutSettled' && data.outcome === 'returned');
      const takes = type === 'EarningsRevoked' || type === 'BadDebtBooked';
      if (!brings && !takes && type !== 'PayoutRequested') continue;
      left.tenths += brings ? data.tenths : -data.tenths;
      left.cents += brings ? data.cents : -data.cents;
      turned ||= takes;
      if (type !== 'PayoutRequested') continue;
      assert.ok(data.tenths === 0 || left.tenths >= 0);
      // Who pays back in dollars what was paid out is paid what is earned then.
      assert.ok(turned || data.cents === 0 || left.cents >= 0);
    }
  }

  private decide(command: AccountCommand): readonly AccountFact[] | 'refused' {
    const before = JSON.stringify(this.state);
    const decided = orRefused(() => account.decide(command, this.state));
    assert.equal(JSON.stringify(this.state), before);
    return decided;
  }

  private add(fact: AccountFact): void {
    this.facts.push(fact);
    this.state = account.evolve(this.state, fact);
    for (const [name, sum] of Object.entries(entryOf(fact))) this.ledger[name as keyof Entry] += Number(sum);
    const key = keyOf(fact);
    if (key !== undefined) {
      assert.ok(!this.keys.has(`${fact.type} ${key}`));
      this.keys.add(`${fact.type} ${key}`);
    }
    if (fact.type === 'CreditsGranted' && fact.data.month !== null) {
      this.granted[fact.data.month] = (this.granted[fact.data.month] ?? 0) + fact.data.tenths;
    }
    if (fact.type === 'CreditsRevoked' && fact.data.month !== null) {
      this.granted[fact.data.month] = (this.granted[fact.data.month] ?? 0) - fact.data.tenths;
    }
    this.reversed ||= isReversal(fact);
  }

  private check(command: AccountCommand, facts: readonly AccountFact[]): void {
    const { state, ledger } = this;
    assert.deepEqual(
      [state.allowanceTenths, state.permanentTenths, state.heldTenths, state.cents, state.frozenCents],
      [ledger.allowance, ledger.permanent, ledger.held, ledger.cents, ledger.frozen],
    );
    const never = [state.allowanceTenths, state.heldTenths, state.frozenCents, state.earnedTenths, state.earnedCents];
    assert.ok(Math.min(...never, state.imagesThisMonth, state.downloadsThisMonth) >= 0);
    assert.ok(state.earnedTenths <= Math.max(0, state.permanentTenths));
    assert.ok(state.earnedCents <= Math.max(0, state.cents));
    if (!this.reversed) assert.ok(Math.min(state.permanentTenths, state.cents) >= 0);
    for (const fact of facts) this.checkFact(fact, command);
    assert.ok(state.month >= this.month);
    this.month = state.month;
    assert.equal(this.granted[state.month] ?? 0, state.monthAllowanceTenths);
    assert.ok(state.monthAllowanceTenths <= allowanceTenths('curator_partner'));
    // What permanent credits made good of the month comes back to it where the hold that it was spent on is released.
    const madeGood = state.months[state.month]?.owedTenths ?? 0;
    assert.ok(state.allowanceTenths <= state.monthAllowanceTenths + madeGood);
    assert.ok(state.allowanceTenths === 0 || state.permanentTenths >= 0);
    this.checkEntitlement();
    this.takenByCard = Math.max(this.takenByCard, checkCards(this.facts, state));
    assert.equal(
      Object.values(state.holds).reduce((sum, { tenths }) => sum + tenths, 0),
      state.heldTenths,
    );
  }

  /** Computes entitlement from the events alone. spec: rulings "Payment taken back". */
  private checkEntitlement(): void {
    for (const [paymentId, payment] of Object.entries(this.state.payments)) {
      const opened = Object.values(this.state.months).filter((month) => month.paymentId === paymentId);
      const allowance = allowanceTenths(payment.tier);
      const kept = Math.max(0, payment.cents - payment.refundedCents - payment.disputedCents);
      const paidFor = Math.floor((allowance * monthsTouched(payment).length * kept) / payment.cents);
      const used = opened.reduce((sum, one) => sum + one.grantedTenths - one.expiredTenths - one.revokedTenths, 0);
      // Month by month: what is left of what was paid for, or what everybody has where that is less.
      const usable = opened.map((_, before) => Math.max(500, Math.min(allowance, paidFor - allowance * before)));
      assert.ok(used <= usable.reduce((sum, tenths) => sum + tenths, 0));
    }
  }

  private checkFact(fact: AccountFact, { at }: AccountCommand): void {
    const { state } = this;
    const { tier } = asOf(state, at);
    if (spends.has(fact.type)) {
      const { tenths, cents } = entrySums(fact);
      if (tenths > 0) assert.ok(availableTenths(state) >= 0);
      if (cents > 0) assert.ok(state.cents >= 0);
    }
    if ('tenths' in fact.data && 'allowanceTenths' in fact.data) {
      assert.equal(fact.data.allowanceTenths + fact.data.permanentTenths, fact.data.tenths);
    }
    if (fact.type === 'CreditsHeld') {
      const limit = monthlyImageLimit(tier);
      if (limit !== null) assert.ok(state.imagesThisMonth <= limit);
    }
    if (fact.type === 'ImagePurchased') {
      const { purchaseId, variantId, size } = fact.data;
      assert.equal(state.purchases[purchaseId]?.size, size);
      assert.notEqual(boughtAs(state, variantId, size), undefined);
    }
    if (fact.type === 'DownloadGranted' && !fact.data.own) {
      const { monthly } = downloadLimits(tier);
      if (monthly !== null) assert.ok(state.downloadsThisMonth <= monthly);
    }
  }
}

function orRefused<T>(decide: () => T): T | 'refused' {
  try {
    return decide();
  } catch (error) {
    if (error instanceof Refused) return 'refused';
    throw error;
  }
}

/** What a fact takes out of credits and out of dollars that can be spent. */
function entrySums(fact: AccountFact): { tenths: number; cents: number } {
  const { allowance = 0, permanent = 0, cents = 0 } = entryOf(fact);
  return { tenths: -(allowance + permanent), cents: -cents };
}
