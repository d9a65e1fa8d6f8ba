import type { AccountFact } from '@easel/contracts/account/events';
import type { Account } from './account-state.decider.ts';
import { applyChallengeShare } from './challenge-shares.decider.ts';
import { applyCover } from './cover.decider.ts';
import { applyExpiry, applyGrant, applyRevocation } from './credits.decider.ts';
import { applyDebtRepaid } from './debt.decider.ts';
import { applyCapture, applyHold, applyRelease } from './holds.decider.ts';
import { applyEarnings, applyPayoutConfirmation, applyPayoutEnd, applyPayoutRequest } from './payouts.decider.ts';
import { applyPlanDispute, applyPlanPaid, applyPlanRefund } from './plan-payments.decider.ts';
import { applyDownload, applyPrints, applyPurchase } from './purchases.decider.ts';
import { applyBadDebt, applyReturnedEarnings, applyRevokedEarnings } from './reversals.decider.ts';
import { applySubscription } from './subscription.decider.ts';
import { applyDispute, applyRefund, applyTopUp } from './wallet.decider.ts';

/** Folds a fact into an account, in place. */
export function evolveAccount(state: Account, fact: AccountFact): Account {
  apply(state, fact);
  state.nextRevision += 1;
  return state;
}

/** An account on which facts can be tried before they are stored, with what was tried. */
export class AccountDraft {
  readonly facts: AccountFact[] = [];
  readonly state: Account;

  constructor(state: Account) {
    const { payments, months } = state;
    this.state = {
      ...state,
      payments: structuredClone(payments),
      months: structuredClone(months),
      holds: { ...state.holds },
      awaited: { ...state.awaited },
      disputes: { ...state.disputes },
      purchases: { ...state.purchases },
      prints: { ...state.prints },
      bought: { ...state.bought },
      quotes: { ...state.quotes },
      payouts: { ...state.payouts },
      settled: { ...state.settled },
    };
  }

  add(...facts: readonly AccountFact[]): void {
    for (const fact of facts) {
      this.facts.push(fact);
      evolveAccount(this.state, fact);
    }
  }
}

function apply(state: Account, fact: AccountFact): void {
  switch (fact.type) {
    case 'CreditsGranted':
      return applyGrant(state, fact.data);
    case 'CreditsExpired':
      return applyExpiry(state, fact.data);
    case 'CreditsRevoked':
      return applyRevocation(state, fact.data);
    case 'CreditsHeld':
      return applyHold(state, fact.data);
    case 'CreditsCaptured':
      return applyCapture(state, fact.data);
    case 'CreditsReleased':
      return applyRelease(state, fact.data);
    case 'DebtRepaid':
      return applyDebtRepaid(state, fact.data);
    case 'PlanPaid':
      return applyPlanPaid(state, fact.data);
    case 'PlanRefunded':
      return applyPlanRefund(state, fact.data);
    case 'PlanDisputed':
      return applyPlanDispute(state, fact.data);
    case 'SubscriptionChanged':
      return applySubscription(state, fact.data);
    case 'WalletToppedUp':
      return applyTopUp(state, fact.data);
    case 'WalletRefunded':
      return applyRefund(state, fact.data);
    case 'WalletDisputed':
      return applyDispute(state, fact.data);
    case 'ImagePurchased':
      return applyPurchase(state, fact.data);
    case 'PrintsPurchased':
      return applyPrints(state, fact.data);
    case 'PurchaseCoverChanged':
      return applyCover(state, fact.data);
    case 'EarningsRevoked':
      return applyRevokedEarnings(state, fact.data);
    case 'BadDebtBooked':
      return applyBadDebt(state, fact.data);
    case 'EarningsReturned':
      return applyReturnedEarnings(state, fact.data);
    case 'DownloadGranted':
      return applyDownload(state, fact.data);
    case 'EarningsSettled':
      return applyEarnings(state, fact.data);
    case 'ChallengeShareGranted':
      return applyChallengeShare(state, fact.data);
    case 'PayoutRequested':
      return applyPayoutRequest(state, fact.data);
    case 'PayoutConfirmed':
      return applyPayoutConfirmation(state, fact.data);
    case 'PayoutSettled':
      return applyPayoutEnd(state, fact.data);
  }
}
