import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { recordOf } from '@easel/contracts/kernel/record';
import { formatCredits } from '../../lib/figures.ts';

/** The code of `providerProblems.priceChanged`, copied because importing the problems would add them to every page. */
const PRICE_CHANGED = 'providers.price_changed';

/** Returns the new price of each request in credits when it differs from the shown one; undefined for other errors. */
export function newPriceOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== PRICE_CHANGED) return undefined;
  const { expected } = recordOf(error.body);
  return typeof expected === 'number' ? expected : undefined;
}

export const newPriceText = (credits: number): string =>
  `The price has changed to ${formatCredits(credits)}. Nothing was charged.`;
