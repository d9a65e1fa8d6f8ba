import type { AccountFact } from '@easel/contracts/account/events';
import {
  isSettled,
  putCents,
  settle,
  settledBy,
  takeCents,
  type Account,
  type DataOf,
} from './account-state.decider.ts';
import { isOfCardPurchase } from './card-payments.decider.ts';

/** The card is charged already: it is never refused. */
export interface TopUpWallet {
  type: 'TopUpWallet';
  memberId: string;
  /** Settles it. */
  paymentId: string;
  sessionId: string | null;
  cents: number;
  /** Stripe's `livemode` if a live key is set, otherwise undefined. */
  livemode?: boolean | undefined;
  at: Date;
}

/** The money has gone back already: it is never refused. */
export interface RefundWallet {
  type: 'RefundWallet';
  memberId: string;
  /** Settles it. */
  refundId: string;
  paymentId: string;
  cents: number;
  /** In the end: its money has come back. */
  failed: boolean;
  reason: string | null;
  /** Of purchases by card, those that it is of; absent where nothing is known of that. */
  purchaseIds?: readonly string[] | undefined;
  /** The order whose payment it is of. */
  orderId?: string | undefined;
  /** Of the payment, as in `TopUpWallet`. */
  livemode?: boolean | undefined;
  at: Date;
}

/** What a bank says of a payment; its end may be told before its beginning. */
export interface DisputeWallet {
  type: 'DisputeWallet';
  memberId: string;
  disputeId: string;
  paymentId: string;
  cents: number;
  outcome: DataOf<'WalletDisputed'>['outcome'];
  reason: string | null;
  /** Of the payment, as in `TopUpWallet`. */
  livemode?: boolean | undefined;
  at: Date;
}

/** A refund that came before its payment is remembered: it is taken off here. */
export function topUpWallet(
  { memberId, paymentId, sessionId, cents, livemode }: TopUpWallet,
  state: Account,
): AccountFact[] {
  if (isSettled(state, settledBy.payment(paymentId))) return [];
  const refunds = Object.values(state.awaited[paymentId] ?? {});
  const refundedCents = refunds.reduce((sum, refund) => sum + refund.cents, 0);
  const creditedCents = Math.max(0, cents - refundedCents);
  const data = { memberId, paymentId, sessionId, cents, creditedCents, ...(livemode !== undefined && { livemode }) };
  return [{ type: 'WalletToppedUp', data }];
}

/** Of one that failed its making is told first, in whichever order they came, and what it had taken comes back. */
export function refundWallet(command: RefundWallet, state: Account): AccountFact[] {
  const { memberId, refundId, paymentId, cents, failed, reason, purchaseIds = [], orderId, livemode } = command;
  const refunded = {
    memberId,
    refundId,
    paymentId,
    cents,
    reason,
    ...(purchaseIds.length > 0 && { purchaseIds: [...purchaseIds] }),
    ...(orderId !== undefined && { orderId }),
    ...(livemode !== undefined && { livemode }),
  };
  const debitedCents = isSettled(state, settledBy.payment(paymentId)) ? cents : 0;
  const facts: AccountFact[] = [];
  if (!isSettled(state, settledBy.refund(refundId))) {
    facts.push({ type: 'WalletRefunded', data: { ...refunded, debitedCents, outcome: 'made' } });
  }
  // Of old, a failure was told of as a payment of its refund's name.
  const isKnown = [settledBy.refundFailure(refundId), settledBy.payment(refundId)].some((key) => isSettled(state, key));
  if (failed && !isKnown) {
    facts.push({ type: 'WalletRefunded', data: { ...refunded, debitedCents, outcome: 'failed' } });
  }
  return facts;
}

/** The bank has taken the sum already, whatever else was taken of that payment: it is frozen, known or not. */
export function disputeWallet(command: DisputeWallet, state: Account): AccountFact[] {
  const { memberId, disputeId, paymentId, outcome, reason, livemode } = command;
  const known = isSettled(state, settledBy.dispute(disputeId));
  const ended = isSettled(state, settledBy.disputeEnd(disputeId));
  if (ended || (known && outcome === 'frozen')) return [];
  // What a card paid for an order never was in the wallet.
  const isOfCard = isOfCardPurchase(state, paymentId);
  const cents = state.disputes[disputeId]?.cents ?? (isOfCard ? 0 : command.cents);
  const opened = known ? state.cardDisputes[disputeId]?.cents : isOfCard ? command.cents : 0;
  const cardCents = opened ?? 0;
  const fact = (said: typeof outcome): AccountFact => ({
    type: 'WalletDisputed',
    data: {
      memberId,
      disputeId,
      paymentId,
      cents,
      ...(cardCents > 0 && { cardCents }),
      outcome: said,
      reason,
      ...(livemode !== undefined && { livemode }),
    },
  });
  return [...(known ? [] : [fact('frozen')]), ...(outcome === 'frozen' ? [] : [fact(outcome)])];
}

export function applyTopUp(state: Account, { paymentId, creditedCents }: DataOf<'WalletToppedUp'>): void {
  settle(state, settledBy.payment(paymentId));
  delete state.awaited[paymentId];
  state.keptCents += creditedCents;
  putCents(state, creditedCents, 0);
}

export function applyRefund(state: Account, data: DataOf<'WalletRefunded'>): void {
  const { refundId, paymentId, cents, debitedCents, outcome, purchaseIds = [] } = data;
  const made = outcome === 'made';
  settle(state, made ? settledBy.refund(refundId) : settledBy.refundFailure(refundId));
  state.keptCents += made ? -debitedCents : debitedCents;
  if (made) takeCents(state, debitedCents);
  else putCents(state, debitedCents, 0);
  if (isSettled(state, settledBy.payment(paymentId))) return;
  const { [refundId]: _this, ...others } = state.awaited[paymentId] ?? {};
  state.awaited[paymentId] = made ? { ...others, [refundId]: { cents, purchaseIds } } : others;
}

export function applyDispute(state: Account, data: DataOf<'WalletDisputed'>): void {
  const { disputeId, paymentId, cents, cardCents = 0, outcome } = data;
  if (outcome === 'frozen') {
    if (isOfCardPurchase(state, paymentId)) {
      state.cardDisputes = { ...state.cardDisputes, [disputeId]: { paymentId, cents: cardCents } };
    }
    settle(state, settledBy.dispute(disputeId));
    state.disputes[disputeId] = { cents, earnedCents: takeCents(state, cents) };
    state.keptCents -= cents;
    state.frozenCents += cents;
    return;
  }
  settle(state, settledBy.disputeEnd(disputeId));
  state.frozenCents -= cents;
  if (outcome === 'released') {
    const { [disputeId]: _won, ...open } = state.cardDisputes;
    state.cardDisputes = open;
    state.keptCents += cents;
    putCents(state, cents, state.disputes[disputeId]?.earnedCents ?? 0);
  }
  delete state.disputes[disputeId];
}
