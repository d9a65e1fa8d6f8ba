import { ApiError } from '@easel/contracts/kernel/client/api-error';
import * as z from 'zod/mini';
import { formatCredits } from '../../lib/figures.ts';

/** The code of `providerProblems.priceChanged`, copied because importing the problems would add them to every page. */
const PRICE_CHANGED = 'providers.price_changed';

const said = z.object({ expected: z.number() });

/** Returns the new price of each request in credits when it differs from the shown one; undefined for other errors. */
export function newPriceOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== PRICE_CHANGED) return undefined;
  return z.safeParse(said, error.body).data?.expected;
}

export const newPriceText = (credits: number): string =>
  `The price has changed to ${formatCredits(credits)}. Nothing was charged.`;
