import type { AccountFact } from '@easel/contracts/account/events';
import type { Decider } from '@easel/kernel/deciding/decider';
import { AccountDraft, evolveAccount } from './account-fold.decider.ts';
import { newAccount, type Account } from './account-state.decider.ts';
import { grantCredits, openMonth, type GrantCredits, type OpenMonth } from './credits.decider.ts';
import { grantChallengeShare, type GrantChallengeShare } from './challenge-shares.decider.ts';
import { coverChanges, movesCover } from './cover.decider.ts';
import { payDebt, type PayDebt } from './debt.decider.ts';
import { movesEntitlement, settleEntitlement } from './entitlement.decider.ts';
import { followPlans, type FollowPlans } from './follow-plans.decider.ts';
import {
  captureCredits,
  holdCredits,
  releaseCredits,
  type CaptureCredits,
  type HoldCredits,
  type ReleaseCredits,
} from './holds.decider.ts';
import {
  requestPayout,
  settleEarnings,
  settlePayout,
  type RequestPayout,
  type SettleEarnings,
  type SettlePayout,
} from './payouts.decider.ts';
import {
  grantDownload,
  purchaseImage,
  purchasePrints,
  type GrantDownload,
  type PurchaseImage,
  type PurchasePrints,
} from './purchases.decider.ts';
import { turnEarnings, type TurnEarnings } from './reversals.decider.ts';
import {
  disputeWallet,
  refundWallet,
  topUpWallet,
  type DisputeWallet,
  type RefundWallet,
  type TopUpWallet,
} from './wallet.decider.ts';

export { availableTenths, isDisputed, owing, type Account } from './account-state.decider.ts';
export { asOf } from './month.decider.ts';

export type AccountCommand =
  | GrantCredits
  | OpenMonth
  | HoldCredits
  | CaptureCredits
  | ReleaseCredits
  | FollowPlans
  | PayDebt
  | TopUpWallet
  | RefundWallet
  | DisputeWallet
  | PurchaseImage
  | PurchasePrints
  | GrantDownload
  | SettleEarnings
  | GrantChallengeShare
  | RequestPayout
  | SettlePayout
  | TurnEarnings;

export const account: Decider<Account, AccountCommand, AccountFact> = {
  snapshot: 'account@10',

  initial: newAccount,

  decide(command, state) {
    const facts = decide(command, state);
    const isOpen = movesEntitlement(state, facts) && command.type !== 'FollowPlans';
    if (!isOpen && !movesCover(state, facts)) return facts;
    const draft = new AccountDraft(state);
    draft.add(...facts);
    if (isOpen) settleEntitlement(draft, command.memberId, command.at);
    draft.add(...coverChanges(command.memberId, draft.state));
    return draft.facts;
  },

  evolve: evolveAccount,
};

function decide(command: AccountCommand, state: Account): AccountFact[] {
  switch (command.type) {
    case 'GrantCredits':
      return grantCredits(command, state);
    case 'OpenMonth':
      return openMonth(command, state);
    case 'HoldCredits':
      return holdCredits(command, state);
    case 'CaptureCredits':
      return captureCredits(command, state);
    case 'ReleaseCredits':
      return releaseCredits(command, state);
    case 'FollowPlans':
      return followPlans(command, state);
    case 'PayDebt':
      return payDebt(command, state);
    case 'TopUpWallet':
      return topUpWallet(command, state);
    case 'RefundWallet':
      return refundWallet(command, state);
    case 'DisputeWallet':
      return disputeWallet(command, state);
    case 'PurchaseImage':
      return purchaseImage(command, state);
    case 'PurchasePrints':
      return purchasePrints(command, state);
    case 'GrantDownload':
      return grantDownload(command, state);
    case 'SettleEarnings':
      return settleEarnings(command, state);
    case 'GrantChallengeShare':
      return grantChallengeShare(command, state);
    case 'RequestPayout':
      return requestPayout(command, state);
    case 'SettlePayout':
      return settlePayout(command, state);
    case 'TurnEarnings':
      return turnEarnings(command, state);
  }
}
