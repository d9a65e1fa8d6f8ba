import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { recordOf } from '@easel/contracts/kernel/record';
import { purchaseProblems, suggestedTopUpDollars } from '@easel/contracts/purchases/policy';

export type PayingMethod = 'credits' | 'dollars';

/** Why an image was not bought, and what helps. */
export type PurchaseRefusal =
  | { kind: 'signed-out'; message: string }
  /** spec: public-and-commerce §8: opens the top-up panel with this sum. */
  | { kind: 'poor'; message: string; topUpDollars: number }
  /** It costs something else by now, in the unit it was to be paid in: who is told so may buy again. */
  | { kind: 'price'; message: string; expected: number }
  | { kind: 'other'; message: string };

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** A sum in the unit that was to be paid, or the sums in both. */
function expectedIn(body: unknown, method: PayingMethod): number | undefined {
  const { expected } = recordOf(body);
  const { credits, amount } = recordOf(expected);
  return numberIn(expected) ?? numberIn(method === 'credits' ? credits : amount);
}

/** Reads a failed purchase of something that was shown at this price, in credits or dollars. */
export function purchaseRefusalOf(error: unknown, method: PayingMethod, price: number): PurchaseRefusal {
  if (!(error instanceof ApiError)) return { kind: 'other', message: 'Purchase failed. Please try again.' };
  if (error.status === 401) return { kind: 'signed-out', message: 'Please log in to purchase images' };
  if (error.status === 402 && method === 'dollars') {
    const suggested = numberIn(recordOf(error.body)['suggestedTopUp']);
    return {
      kind: 'poor',
      message: error.message || purchaseProblems.insufficientWallet.message,
      topUpDollars: suggested ?? suggestedTopUpDollars(Math.round(price * 100)),
    };
  }
  if (error.status === 409) {
    const sum = expectedIn(error.body, method);
    if (sum !== undefined) return { kind: 'price', message: error.message, expected: sum };
  }
  return { kind: 'other', message: error.message || 'Purchase failed. Please try again.' };
}
