import type { AccountFact } from '@easel/contracts/account/events';
import { tierLabel } from '@easel/contracts/subscriptions/policy';
import type { LedgerReason } from '@easel/contracts/ledger/policy';
import type { Recorded } from '@easel/contracts/kernel/event';
import { account, availableTenths } from '@easel/api/account/account.decider';

/** Tenths of a credit and cents of a dollar. */
export interface Balance {
  tenths: number;
  heldTenths: number;
  cents: number;
  frozenCents: number;
}

/** What one fact did to its account, by the rules that decided it: nothing here is read from the read model. */
export interface Movement extends Subject {
  moved: Balance;
  after: Balance;
}

/** What it is about. */
interface Subject {
  reason: LedgerReason;
  note: string | null;
  generationId: string | null;
  purchaseId: string | null;
  /** Of a payment, or of a payout. */
  paymentId: string | null;
  /** What a card paid, or took back. */
  cardCents: number;
}

/** One account folded anew from its facts. */
export class AccountRefold {
  private state = account.initial();
  balance: Balance = balanceOf(this.state);

  /** Undefined for a fact that is no entry of the ledger. */
  apply(fact: Recorded<AccountFact>): Movement | undefined {
    const before = this.balance;
    this.state = account.evolve(this.state, fact);
    const after = (this.balance = balanceOf(this.state));
    const subject = subjectOf(fact);
    if (!subject) return undefined;
    return {
      ...subject,
      moved: {
        tenths: after.tenths - before.tenths,
        heldTenths: after.heldTenths - before.heldTenths,
        cents: after.cents - before.cents,
        frozenCents: after.frozenCents - before.frozenCents,
      },
      after,
    };
  }
}

const balanceOf = (state: ReturnType<typeof account.initial>): Balance => ({
  tenths: availableTenths(state),
  heldTenths: state.heldTenths,
  cents: state.cents,
  frozenCents: state.frozenCents,
});

/** Said once more, apart from the projector's own words. Undefined for what moves nothing. */
function subjectOf({ type, data }: AccountFact): Subject | undefined {
  switch (type) {
    case 'CreditsGranted':
      return about(data.reason, { note: data.note, paymentId: data.paymentId });
    case 'CreditsExpired':
      return about('expiry');
    case 'CreditsHeld':
      return about('generation-hold', { generationId: data.generationId });
    case 'CreditsCaptured':
      return about('generation-charge', { generationId: data.generationId });
    case 'CreditsReleased':
      return about('generation-release', { generationId: data.generationId });
    case 'CreditsRevoked':
      return about(data.reason === 'adjustment' ? 'adjustment' : 'reversal', {
        note: data.note,
        paymentId: data.paymentId,
      });
    case 'DebtRepaid':
      return data.by === 'allowance' ? undefined : about('debt');
    case 'WalletToppedUp':
      return about('top-up', { paymentId: data.paymentId, cardCents: cardCents(data) });
    case 'WalletRefunded':
      return about('refund', {
        paymentId: data.paymentId,
        note: data.reason,
        cardCents: data.outcome === 'made' ? -cardCents(data) : cardCents(data),
      });
    case 'WalletDisputed':
      return about('dispute', {
        paymentId: data.paymentId,
        note: data.reason,
        cardCents: CARD_SIGN[data.outcome] * cardCents({ ...data, cents: data.cardCents ?? data.cents }),
      });
    case 'ImagePurchased':
      return about('purchase', {
        generationId: data.generationId,
        purchaseId: data.purchaseId,
        paymentId: data.paymentId,
        cardCents: data.method === 'card' ? data.cents : 0,
      });
    case 'PrintsPurchased':
      return about('prints', { paymentId: data.paymentId, cardCents: data.cents });
    case 'EarningsSettled':
      return about('earning');
    case 'ChallengeShareGranted':
      return about('challenge-share', {
        note: `${CHALLENGE_NAMES[data.kind]}, ${MONTH.format(new Date(`${data.month}-01`))}`,
      });
    case 'EarningsRevoked':
      return about('earning-reversal', { purchaseId: data.purchaseId });
    case 'BadDebtBooked':
      return about('bad-debt', { purchaseId: data.purchaseId });
    case 'EarningsReturned':
      return about('earning-return', { purchaseId: data.purchaseId });
    case 'PayoutRequested':
      return about('payout', { paymentId: data.payoutId });
    case 'PayoutSettled':
      if (data.outcome === 'paid') return undefined;
      return about('payout-return', { paymentId: data.payoutId, note: data.reason });
    case 'PlanPaid':
      return about('plan-payment', {
        paymentId: data.paymentId,
        note: `${tierLabel(data.tier)}, ${data.period}`,
        cardCents: cardCents(data),
      });
    case 'PlanRefunded':
      return about('plan-refund', {
        paymentId: data.paymentId,
        note: data.reason,
        cardCents: data.outcome === 'made' ? -cardCents(data) : cardCents(data),
      });
    case 'PlanDisputed':
      return about('plan-dispute', {
        paymentId: data.paymentId,
        note: data.reason,
        cardCents: CARD_SIGN[data.outcome] * cardCents(data),
      });
    case 'PayoutConfirmed':
    case 'SubscriptionChanged':
    case 'DownloadGranted':
    case 'PurchaseCoverChanged':
      return undefined;
  }
}

/** By a test payment the card paid nothing, and nothing of it goes back. */
const cardCents = ({ cents, livemode }: { cents: number; livemode?: boolean | undefined }): number =>
  livemode === false ? 0 : cents;

/** As members read them. spec: public-and-commerce §2.2. */
const MONTH = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
const CHALLENGE_NAMES = { tshirt: 'T-Shirt Design Challenge', poster: 'Poster Design Challenge' } as const;

const CARD_SIGN = { frozen: -1, released: 1, lost: 0 } as const;

const about = (reason: LedgerReason, subject: Partial<Subject> = {}): Subject => ({
  reason,
  note: null,
  generationId: null,
  purchaseId: null,
  paymentId: null,
  cardCents: 0,
  ...subject,
});
