import type { Checkout } from '@easel/contracts/payments/http';

/** How long to wait after each look at a checkout that is not settled; then it is left to the bank. */
const WAITS_MS = [1000, 1000, 2000, 2000, 3000, 5000, 8000, 13_000, 20_000] as const;

/** In how many milliseconds to look again after so many looks; false where looking brings nothing more. */
export function nextLookMs(status: Checkout['status'] | undefined, looks: number): number | false {
  const unsettled = status === 'open' || status === 'processing';
  return unsettled ? (WAITS_MS[looks - 1] ?? false) : false;
}

/** The same of a plan that is paid for and not in force yet. */
export const nextPlanLookMs = (looks: number): number | false => WAITS_MS[looks - 1] ?? false;

/** What the page says. Nothing but `paid` claims that money has come. */
export type Outcome = 'checking' | 'slow' | 'unfinished' | 'paid' | 'failed' | 'expired';

export function outcomeOf(status: Checkout['status'], looks: number): Outcome {
  if (nextLookMs(status, looks) !== false) return 'checking';
  if (status === 'open') return 'unfinished';
  return status === 'processing' ? 'slow' : status;
}
