import { ApiError } from '@easel/contracts/kernel/client/api-error';
import * as z from 'zod/mini';
import { formatCredits } from '../../lib/figures.ts';

/** Of `providerProblems.priceChanged`: all those problems would come to every page of a member. */
const PRICE_CHANGED = 'providers.price_changed';

const said = z.object({ expected: z.number() });

/** What each request costs now, in credits, where it is more or less than was shown; undefined for other failures. */
export function newPriceOf(error: unknown): number | undefined {
  if (!(error instanceof ApiError) || error.code !== PRICE_CHANGED) return undefined;
  return z.safeParse(said, error.body).data?.expected;
}

export const newPriceText = (credits: number): string =>
  `The price has changed to ${formatCredits(credits)}. Nothing was charged.`;
