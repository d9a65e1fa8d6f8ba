import type { AccountFact } from '@easel/contracts/account/events';
import { accountProblems } from '@easel/contracts/account/http';
import {
  downloadLimits,
  downloadProblems,
  formatProblem,
  sizeProblem,
  type DownloadFormat,
  type ImageSize,
} from '@easel/contracts/downloads/policy';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { Refused, type Problem } from '@easel/contracts/kernel/problem';
import { purchaseProblems, suggestedTopUpDollars, type PurchaseMethod } from '@easel/contracts/purchases/policy';
import {
  availableTenths,
  boughtAs,
  isSettled,
  refuseOwing,
  settle,
  settledBy,
  takeCents,
  takePermanent,
  type Account,
  type DataOf,
} from './account-state.decider.ts';
import { sizeRefusal } from './cover.decider.ts';
import { openMonth, splitTenths } from './credits.decider.ts';
import { asOf, paidShareTenths } from './month.decider.ts';

/** An image in one size, and what the server asks for it. */
export interface ImageTerms {
  purchaseId: string;
  generationId: string;
  variantId: string;
  sellerId: string;
  size: ImageSize;
  /** The size in which it was made. */
  original: ImageSize;
  method: PurchaseMethod;
  /** Of a card; absent where the account pays. */
  paymentId?: string | undefined;
  /** Null where only dollars buy it. */
  tenths: number | null;
  cents: number;
  priceVersion: number;
  curator: boolean;
  /** What is bought. */
  image: DataOf<'ImagePurchased'>['image'];
}

/** Once for an image and size; by card once for its id, and never refused: what a card has paid is written down. */
export interface PurchaseImage extends ImageTerms {
  type: 'PurchaseImage';
  memberId: string;
  /** The price that the buyer was shown, in tenths or in cents by the method; absent where none is known. */
  shown?: number | undefined;
  at: Date;
}

/**
 * Once for a quote, which another call cannot use again. Images of others count against the month, and have to be
 * bought: before, or by it.
 */
export interface GrantDownload {
  type: 'GrantDownload';
  memberId: string;
  /** Of the quote: settles it. */
  key: string;
  /** Of the call. */
  requestKey: string;
  generationId: string;
  variantId: string;
  ownerId: string;
  size: ImageSize;
  original: ImageSize;
  format: DownloadFormat;
  /** On which it is bought where it was not before; null where nobody agreed to that. */
  terms: ImageTerms | null;
  at: Date;
}

/** What a card has paid for printed products and their delivery: recorded once for its order, and never refused. */
export interface PurchasePrints {
  type: 'PurchasePrints';
  memberId: string;
  orderId: string;
  paymentId: string;
  cents: number;
  at: Date;
}

export function purchasePrints(command: PurchasePrints, state: Account): AccountFact[] {
  const { memberId, orderId, paymentId, cents, at } = command;
  if (isSettled(state, settledBy.prints(orderId))) return [];
  const purchased = { memberId, orderId, paymentId, cents, purchasedAt: at.toISOString() };
  return [{ type: 'PrintsPurchased', data: purchased }];
}

export function purchaseImage(command: PurchaseImage, state: Account): AccountFact[] {
  const { memberId, at, purchaseId, variantId, size, method } = command;
  const isBought =
    method === 'card'
      ? Object.hasOwn(state.purchases, purchaseId)
      : // Who has a larger one can have it smaller for nothing.
        isSettled(state, settledBy.purchase(variantId, size)) || boughtAs(state, variantId, size) !== undefined;
  if (isBought) return [];
  const bought = purchased(command, command, asOf(state, at));
  return [...openMonth({ memberId, at }, state), bought];
}

/** `now` is the account with its month open. */
function purchased(
  { memberId, at, shown }: Pick<PurchaseImage, 'memberId' | 'at' | 'shown'>,
  terms: ImageTerms,
  now: Account,
): Extract<AccountFact, { type: 'ImagePurchased' }> {
  const {
    purchaseId,
    generationId,
    variantId,
    sellerId,
    size,
    original,
    method,
    paymentId,
    priceVersion,
    curator,
    image,
  } = terms;
  if (method !== 'card') {
    refuseOwing(now);
    if (sellerId === memberId) throw new Refused(purchaseProblems.ownImage);
    refuseFor(sizeProblem({ tier: now.tier, original, size }));
  }
  return {
    type: 'ImagePurchased',
    data: {
      memberId,
      purchaseId,
      generationId,
      variantId,
      sellerId,
      size,
      method,
      paymentId: paymentId ?? null,
      priceVersion,
      ...(method === 'credits' ? paidInCredits(terms, shown, now) : paidInDollars(terms, shown, now)),
      curator,
      tier: now.tier,
      image,
      purchasedAt: at.toISOString(),
    },
  };
}

function paidInCredits({ tenths, cents }: ImageTerms, shown: number | undefined, now: Account) {
  if (tenths === null) throw new Refused(purchaseProblems.dollarsOnly);
  if (shown !== undefined && shown !== tenths) {
    throw new Refused(purchaseProblems.priceChanged, { expected: tenthsToCredits(tenths) });
  }
  if (availableTenths(now) < tenths) {
    throw new Refused(accountProblems.insufficientCredits, {
      balance: tenthsToCredits(availableTenths(now)),
      required: tenthsToCredits(tenths),
      suggestedTopUp: suggestedTopUpDollars(cents),
    });
  }
  const split = splitTenths(tenths, now.allowanceTenths);
  return { tenths, ...split, earningTenths: paidShareTenths(now, split.allowanceTenths), cents: 0 };
}

function paidInDollars({ method, cents }: ImageTerms, shown: number | undefined, now: Account) {
  if (method === 'dollars' && shown !== undefined && shown !== cents) {
    throw new Refused(purchaseProblems.priceChanged, { expected: centsToDollars(cents) });
  }
  if (method === 'dollars' && now.cents < cents) {
    throw new Refused(purchaseProblems.insufficientWallet, {
      balance: centsToDollars(now.cents),
      required: centsToDollars(cents),
      suggestedTopUp: suggestedTopUpDollars(cents),
    });
  }
  return { tenths: 0, allowanceTenths: 0, permanentTenths: 0, earningTenths: 0, cents };
}

export function grantDownload(command: GrantDownload, state: Account): AccountFact[] {
  const { memberId, key, requestKey, generationId, variantId, ownerId, size, original, format, terms, at } = command;
  if (isSettled(state, settledBy.download(key))) {
    if (state.quotes[key] !== requestKey) throw new Refused(downloadProblems.tokenSpent);
    return [];
  }
  const now = asOf(state, at);
  const own = ownerId === memberId;
  const bought = !own && boughtAs(now, variantId, size) !== undefined;
  // What was paid for is not lost with the plan.
  if (!bought) refuseFor(sizeProblem({ tier: now.tier, original, size }));
  refuseFor(formatProblem(now.tier, format));
  const facts = openMonth({ memberId, at }, state);
  if (!own) {
    const { monthly } = downloadLimits(now.tier);
    if (monthly !== null && now.downloadsThisMonth >= monthly) throw new Refused(downloadProblems.monthlyLimit);
    refuseFor(sizeRefusal(now, variantId, size));
    if (!bought) {
      if (!terms) throw new Refused(downloadProblems.notBought);
      facts.push(purchased({ memberId, at }, terms, now));
    }
  }
  facts.push({
    type: 'DownloadGranted',
    data: { memberId, key, requestKey, generationId, variantId, size, format, own, month: now.month },
  });
  return facts;
}

function refuseFor(problem: Problem | undefined): void {
  if (problem) throw new Refused(problem);
}

export function applyPurchase(state: Account, data: DataOf<'ImagePurchased'>): void {
  const {
    purchaseId,
    generationId,
    variantId,
    sellerId,
    size,
    method,
    paymentId,
    tenths,
    earningTenths,
    cents,
    image,
  } = data;
  settle(state, settledBy.purchase(variantId, size));
  const paid = { method, paymentId, cents, earningTenths, month: state.month, turn: 0 };
  state.purchases[purchaseId] = { generationId, variantId, sellerId, size, image, ...paid };
  // A card may have paid for what was bought before.
  state.bought[variantId] = { [size]: purchaseId, ...state.bought[variantId] };
  state.allowanceTenths -= data.allowanceTenths;
  state.capturedThisMonthTenths += tenths;
  takePermanent(state, data.permanentTenths);
  if (method === 'dollars') takeCents(state, cents);
}

export function applyPrints(state: Account, { orderId, paymentId, cents }: DataOf<'PrintsPurchased'>): void {
  settle(state, settledBy.prints(orderId));
  state.prints[paymentId] = { orderId, cents };
}

export function applyDownload(state: Account, { key, requestKey, own, month }: DataOf<'DownloadGranted'>): void {
  settle(state, settledBy.download(key));
  state.quotes[key] = requestKey;
  if (!own && month === state.month) state.downloadsThisMonth += 1;
}
