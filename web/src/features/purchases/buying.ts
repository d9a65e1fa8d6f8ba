import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { purchaseProblems, suggestedTopUpDollars } from '@easel/contracts/purchases/policy';
import * as z from 'zod/mini';

export type PayingMethod = 'credits' | 'dollars';

/** Why an image was not bought, and what helps. */
export type PurchaseRefusal =
  | { kind: 'signed-out'; message: string }
  /** spec: public-and-commerce §8: opens the top-up panel with this sum. */
  | { kind: 'poor'; message: string; topUpDollars: number }
  /** It costs something else by now, in the unit it was to be paid in: who is told so may buy again. */
  | { kind: 'price'; message: string; expected: number }
  | { kind: 'other'; message: string };

const poor = z.object({ suggestedTopUp: z.optional(z.number()) });
const moved = z.object({
  expected: z.union([z.number(), z.object({ credits: z.optional(z.number()), amount: z.optional(z.number()) })]),
});

/** Reads a failed purchase of something that was shown at this price, in credits or dollars. */
export function purchaseRefusalOf(error: unknown, method: PayingMethod, price: number): PurchaseRefusal {
  if (!(error instanceof ApiError)) return { kind: 'other', message: 'Purchase failed. Please try again.' };
  if (error.status === 401) return { kind: 'signed-out', message: 'Please log in to purchase images' };
  if (error.status === 402 && method === 'dollars') {
    const { suggestedTopUp } = z.safeParse(poor, error.body).data ?? {};
    return {
      kind: 'poor',
      message: error.message || purchaseProblems.insufficientWallet.message,
      topUpDollars: suggestedTopUp ?? suggestedTopUpDollars(Math.round(price * 100)),
    };
  }
  if (error.status === 409) {
    const { expected } = z.safeParse(moved, error.body).data ?? {};
    const sum = typeof expected === 'object' ? (method === 'credits' ? expected.credits : expected.amount) : expected;
    if (sum !== undefined) return { kind: 'price', message: error.message, expected: sum };
  }
  return { kind: 'other', message: error.message || 'Purchase failed. Please try again.' };
}
