import type { Account } from './account-state.decider.ts';

/** What cards paid past the wallet, for images, printed products and their delivery, and what of it went back. */

interface CardPayment {
  paidCents: number;
  refundedCents: number;
  /** Not won by the house, or not yet. */
  isDisputed: boolean;
  /** The oldest first. */
  downloads: { purchaseId: string; cents: number }[];
  /** Purchases that a refund names. */
  named: Set<string>;
}

/** By id; '' of purchases whose payment is not known. */
function cardPayments({ purchases, prints, awaited, cardDisputes }: Account): Map<string, CardPayment> {
  const payments = new Map<string, CardPayment>();
  const disputed = new Set(Object.values(cardDisputes).map(({ paymentId }) => paymentId));
  const paymentOf = (paymentId: string): CardPayment => {
    const known = payments.get(paymentId);
    if (known) return known;
    const refunds = Object.values(awaited[paymentId] ?? {});
    const payment = {
      paidCents: prints[paymentId]?.cents ?? 0,
      refundedCents: refunds.reduce((sum, { cents }) => sum + cents, 0),
      isDisputed: disputed.has(paymentId),
      downloads: [],
      named: new Set(refunds.flatMap(({ purchaseIds }) => purchaseIds)),
    };
    payments.set(paymentId, payment);
    return payment;
  };
  for (const paymentId of Object.keys(prints)) paymentOf(paymentId);
  for (const [purchaseId, { method, paymentId, cents }] of Object.entries(purchases)) {
    if (method !== 'card') continue;
    const payment = paymentOf(paymentId ?? '');
    payment.paidCents += cents;
    payment.downloads.push({ purchaseId, cents });
  }
  return payments;
}

/** What is left of a payment; nothing while it is disputed, or after a dispute that is lost. */
const leftCents = ({ paidCents, refundedCents, isDisputed }: CardPayment): number =>
  isDisputed ? 0 : Math.max(0, paidCents - refundedCents);

/** What the downloads cost that no refund names. */
const unnamedCents = ({ downloads, named }: CardPayment): number =>
  downloads.reduce((sum, { purchaseId, cents }) => sum + (named.has(purchaseId) ? 0 : cents), 0);

/**
 * Purchases by card whose money was taken back: all while their payment is disputed; those that a refund names; and the
 * newest ones, whole, as far as what is left of the payment does not cover them. So a refund that names none is of the
 * printed products and their delivery first.
 */
export function takenBackByCard(account: Account): ReadonlySet<string> {
  const taken = new Set<string>();
  for (const payment of cardPayments(account).values()) {
    let lackingCents = unnamedCents(payment) - leftCents(payment);
    for (const { purchaseId, cents } of payment.downloads.toReversed()) {
      if (payment.isDisputed || payment.named.has(purchaseId)) taken.add(purchaseId);
      else if (lackingCents > 0) {
        taken.add(purchaseId);
        lackingCents -= cents;
      }
    }
  }
  return taken;
}

/** What cards paid for images past the wallet and did not get back, in cents: printed products are no part of it. */
export const cardHeldCents = (account: Account): number =>
  [...cardPayments(account).values()].reduce(
    (sum, payment) => sum + Math.min(unnamedCents(payment), leftCents(payment)),
    0,
  );

/** Whether a payment is that of a purchase by card: it never was in the wallet. */
export const isOfCardPurchase = ({ purchases, prints }: Account, paymentId: string): boolean =>
  Object.hasOwn(prints, paymentId) || Object.values(purchases).some((purchase) => purchase.paymentId === paymentId);
