import { defineProblems } from '../kernel/problem.ts';

/** How images are bought and the wallet is filled. */

export const purchaseProblems = defineProblems('purchases', {
  notFound: [404, 'Not found'],
  priceChanged: [409, 'The price has changed'],
  priceSenseless: [400, 'This is not a price'],
  paymentGone: [403, 'The payment for this image was taken back. Its files come back when the payment does.'],
  salesPaused: [409, 'Sales Paused'],
  insufficientWallet: [402, 'Insufficient wallet balance'],
  dollarsOnly: [422, 'This image can only be bought with dollars'],
  ownImage: [409, 'This image is yours already'],
  topUpTooSmall: [400, 'Minimum top-up is $10'],
  topUpTooLarge: [400, 'Maximum top-up is $10,000'],
  topUpUneven: [400, 'Please enter whole dollars'],
});

/** `card`: paid for in the shop's checkout, so that nothing leaves the wallet. */
export const purchaseMethods = ['credits', 'dollars', 'card'] as const;
export type PurchaseMethod = (typeof purchaseMethods)[number];

/** spec: public-and-commerce §2.7: whole dollars, from ten. The most keeps a slip of the finger off the card. */
export const TOP_UP_MIN_DOLLARS = 10;
export const TOP_UP_STEP_DOLLARS = 1;
export const TOP_UP_MAX_DOLLARS = 10_000;

/** Why a sum cannot be paid in; undefined where it can. */
export function topUpProblem(dollars: number) {
  if (!(dollars >= TOP_UP_MIN_DOLLARS)) return purchaseProblems.topUpTooSmall;
  if (dollars > TOP_UP_MAX_DOLLARS) return purchaseProblems.topUpTooLarge;
  return dollars % TOP_UP_STEP_DOLLARS === 0 ? undefined : purchaseProblems.topUpUneven;
}

/** spec: public-and-commerce §8: twice the price rounded up, at least ten dollars. */
export const suggestedTopUpDollars = (priceCents: number): number =>
  Math.max(TOP_UP_MIN_DOLLARS, Math.ceil((2 * priceCents) / 100));
