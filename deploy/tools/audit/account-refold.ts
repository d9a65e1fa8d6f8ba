import type { AccountFact } from '@easel/contracts/account/events';
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
      return about('top-up', { paymentId: data.paymentId });
    case 'WalletRefunded':
      return about('refund', { paymentId: data.paymentId, note: data.reason });
    case 'WalletDisputed':
      return about('dispute', { paymentId: data.paymentId, note: data.reason });
    case 'ImagePurchased':
      return about('purchase', { generationId: data.generationId, purchaseId: data.purchaseId });
    case 'EarningsSettled':
      return about('earning');
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
    case 'PlanRefunded':
    case 'PlanDisputed':
    case 'SubscriptionChanged':
    case 'DownloadGranted':
    case 'PurchaseCoverChanged':
      return undefined;
  }
}

const about = (reason: LedgerReason, subject: Partial<Subject> = {}): Subject => ({
  reason,
  note: null,
  generationId: null,
  purchaseId: null,
  paymentId: null,
  ...subject,
});
