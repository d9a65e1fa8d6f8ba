import type { AccountFact } from '@easel/contracts/account/events';
import { owingProblem } from '@easel/contracts/account/http';
import { worthCents } from '@easel/contracts/account/policy';
import { imageSizes, type ImageSize } from '@easel/contracts/downloads/policy';
import type { Problem } from '@easel/contracts/kernel/problem';
import { purchaseProblems } from '@easel/contracts/purchases/policy';
import { entitledTenths, keptCents } from '@easel/contracts/subscriptions/entitlement.policy';
import { owing, type Account, type DataOf, type Purchase } from './account-state.decider.ts';
import { cardHeldCents, takenBackByCard } from './card-payments.decider.ts';
import { openedBy } from './month.decider.ts';

/** What paid for purchases, and what becomes of them while that is taken back. */

/** Facts by which money that purchases were paid with goes or comes back. */
const MOVES_COVER: ReadonlySet<AccountFact['type']> = new Set([
  'CreditsGranted',
  'PlanPaid',
  'PlanRefunded',
  'PlanDisputed',
  'PrintsPurchased',
  'WalletToppedUp',
  'WalletRefunded',
  'WalletDisputed',
  'EarningsSettled',
  'ChallengeShareGranted',
  'EarningsRevoked',
  'BadDebtBooked',
  'EarningsReturned',
  'PayoutSettled',
] satisfies AccountFact['type'][]);

/** Whether such facts may change what paid for purchases; of a purchase by card it may be gone already. */
export const movesCover = ({ purchases }: Account, facts: readonly AccountFact[]): boolean =>
  facts.some(({ type, data }) =>
    type === 'ImagePurchased' ? data.method === 'card' : MOVES_COVER.has(type) && Object.keys(purchases).length > 0,
  );

const isCovered = ({ turn }: Purchase): boolean => turn % 2 === 0;

/** Which purchases have gained or lost what paid for them, as an account stands now. */
export function coverChanges(memberId: string, account: Account): AccountFact[] {
  const missing = uncovered(account);
  return Object.entries(account.purchases)
    .filter(([purchaseId, purchase]) => isCovered(purchase) === missing.has(purchaseId))
    .map(([purchaseId, { sellerId, turn }]) => ({
      type: 'PurchaseCoverChanged',
      data: { memberId, purchaseId, sellerId, covered: !missing.has(purchaseId), turn: turn + 1 },
    }));
}

/**
 * Purchases whose money was taken back: by card by their own payment (`takenBackByCard`); from the wallet the newest
 * ones, whole, up to what the wallet lacks; in credits the newest ones of each plan's payment, as far as they earn
 * beyond what it entitles to. What a wallet lacks because the member's own earnings were taken back after their payout
 * paid for nothing.
 */
function uncovered(account: Account): ReadonlySet<string> {
  const missing = new Set(takenBackByCard(account));
  let lackingCents = -account.cents - account.badDebt.cents;
  const excess = excessByPayment(account);
  for (const [purchaseId, purchase] of Object.entries(account.purchases).toReversed()) {
    if (purchase.method === 'dollars' && lackingCents > 0) {
      missing.add(purchaseId);
      lackingCents -= purchase.cents;
    } else if (purchase.method === 'credits' && purchase.earningTenths > 0) {
      const paymentId = fundedBy(account, purchase);
      const tenths = excess.get(paymentId) ?? 0;
      if (tenths <= 0) continue;
      missing.add(purchaseId);
      excess.set(paymentId, tenths - purchase.earningTenths);
    }
  }
  return missing;
}

/**
 * The payment of the month's allowance, which passes to that of a better plan; '' of months whose payment is not known.
 */
const fundedBy = ({ months }: Account, { month }: Purchase): string => months[month]?.paymentId ?? '';

/** By how many tenths the purchases in credits of each payment earn beyond what is entitled to by it. */
function excessByPayment(account: Account): Map<string, number> {
  const excess = new Map<string, number>();
  for (const [paymentId, payment] of Object.entries(account.payments)) {
    const earning = Object.values(account.purchases)
      .filter((purchase) => fundedBy(account, purchase) === paymentId)
      .reduce((sum, { earningTenths }) => sum + earningTenths, 0);
    if (earning === 0) continue;
    excess.set(paymentId, earning - entitledTenths(payment, openedBy(account, paymentId).length));
  }
  return excess;
}

/**
 * What the member has paid and not got back, in cents: into the wallet, for plans, and by card for images; and what
 * challenges brought. Printed products count through these shares alone: otherwise their money would count twice, and
 * it also paid for a delivery. Credits of a plan whose payment was not written down yet count as they were sold.
 */
export function heldCents(account: Account): number {
  let cents = account.keptCents + account.challengeCents + cardHeldCents(account);
  for (const payment of Object.values(account.payments)) cents += keptCents(payment);
  for (const purchase of Object.values(account.purchases)) {
    if (purchase.method === 'credits' && fundedBy(account, purchase) === '')
      cents += worthCents(purchase.earningTenths);
  }
  return cents;
}

/**
 * Why the files of a purchase are kept back; undefined where they are not. What a card paid follows its payment alone.
 */
export function purchaseRefusal(account: Account, purchaseId: string): Problem | undefined {
  if (account.purchases[purchaseId]?.method === 'card') {
    return takenBackByCard(account).has(purchaseId) ? purchaseProblems.paymentGone : undefined;
  }
  const debt = owing(account);
  return debt && owingProblem(debt);
}

/**
 * The same of a size that was bought, by itself or as a larger one: any purchase will do whose files are not kept back.
 */
export function sizeRefusal(account: Account, variantId: string, size: ImageSize): Problem | undefined {
  // Not by `bought`: that has one of each size, and a card may have paid for another.
  const refusals = Object.entries(account.purchases)
    .filter(
      ([_id, bought]) => bought.variantId === variantId && imageSizes.indexOf(bought.size) >= imageSizes.indexOf(size),
    )
    .map(([purchaseId]) => purchaseRefusal(account, purchaseId));
  return refusals.includes(undefined) ? undefined : refusals[0];
}

export function applyCover(state: Account, { purchaseId, turn }: DataOf<'PurchaseCoverChanged'>): void {
  const purchase = state.purchases[purchaseId];
  if (purchase) state.purchases[purchaseId] = { ...purchase, turn };
}

/** What tells whether a member's group has paid what it was paid out. */
export const dealingsOf = (account: Account): { heldCents: number; paidOutCents: number; sellers: string[] } => ({
  heldCents: heldCents(account),
  paidOutCents: account.paidOut.payoutCents,
  sellers: Object.values(account.purchases).map(({ sellerId }) => sellerId),
});
