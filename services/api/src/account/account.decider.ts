import type { AccountFact } from '@easel/contracts/account/events';
import type { Decider } from '@easel/kernel/decider';
import { newAccount, type Account } from './account-state.decider.ts';
import {
  applyExpiry,
  applyGrant,
  applyRevocation,
  grantCredits,
  openMonth,
  revokeCredits,
  type GrantCredits,
  type OpenMonth,
  type RevokeCredits,
} from './credits.decider.ts';
import {
  applyCapture,
  applyHold,
  applyRelease,
  captureCredits,
  holdCredits,
  releaseCredits,
  type CaptureCredits,
  type HoldCredits,
  type ReleaseCredits,
} from './holds.decider.ts';
import {
  applyEarnings,
  applyPayoutEnd,
  applyPayoutRequest,
  requestPayout,
  settleEarnings,
  settlePayout,
  type RequestPayout,
  type SettleEarnings,
  type SettlePayout,
} from './payouts.decider.ts';
import {
  applyDownload,
  applyPurchase,
  grantDownload,
  purchaseImage,
  type GrantDownload,
  type PurchaseImage,
} from './purchases.decider.ts';
import {
  applySubscription,
  changeSubscription,
  downgradeSubscription,
  type ChangeSubscription,
  type DowngradeSubscription,
} from './subscription.decider.ts';
import {
  applyDispute,
  applyRefund,
  applyTopUp,
  disputeWallet,
  refundWallet,
  topUpWallet,
  type DisputeWallet,
  type RefundWallet,
  type TopUpWallet,
} from './wallet.decider.ts';

export { asOf, availableTenths, type Account } from './account-state.decider.ts';

export type AccountCommand =
  | GrantCredits
  | OpenMonth
  | RevokeCredits
  | HoldCredits
  | CaptureCredits
  | ReleaseCredits
  | ChangeSubscription
  | DowngradeSubscription
  | TopUpWallet
  | RefundWallet
  | DisputeWallet
  | PurchaseImage
  | GrantDownload
  | SettleEarnings
  | RequestPayout
  | SettlePayout;

export const account: Decider<Account, AccountCommand, AccountFact> = {
  snapshot: 'account@3',

  initial: newAccount,

  decide(command, state) {
    switch (command.type) {
      case 'GrantCredits':
        return grantCredits(command, state);
      case 'OpenMonth':
        return openMonth(command, state);
      case 'RevokeCredits':
        return revokeCredits(command, state);
      case 'HoldCredits':
        return holdCredits(command, state);
      case 'CaptureCredits':
        return captureCredits(command, state);
      case 'ReleaseCredits':
        return releaseCredits(command, state);
      case 'ChangeSubscription':
        return changeSubscription(command, state);
      case 'DowngradeSubscription':
        return downgradeSubscription(command, state);
      case 'TopUpWallet':
        return topUpWallet(command, state);
      case 'RefundWallet':
        return refundWallet(command, state);
      case 'DisputeWallet':
        return disputeWallet(command, state);
      case 'PurchaseImage':
        return purchaseImage(command, state);
      case 'GrantDownload':
        return grantDownload(command, state);
      case 'SettleEarnings':
        return settleEarnings(command, state);
      case 'RequestPayout':
        return requestPayout(command, state);
      case 'SettlePayout':
        return settlePayout(command, state);
    }
  },

  evolve(state, fact) {
    apply(state, fact);
    state.nextRevision += 1;
    return state;
  },
};

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
    case 'DownloadGranted':
      return applyDownload(state, fact.data);
    case 'EarningsSettled':
      return applyEarnings(state, fact.data);
    case 'PayoutRequested':
      return applyPayoutRequest(state, fact.data);
    case 'PayoutSettled':
      return applyPayoutEnd(state, fact.data);
  }
}
