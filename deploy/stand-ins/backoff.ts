const HOUR_MS = 3_600_000;
/** Stripe gives up after three days. */
export const GIVE_UP_AFTER_MS = 72 * HOUR_MS;

/** How long to wait after so many failed attempts: twice as long each time, at most an hour. */
export function waitMs(attempts: number, firstMs: number): number {
  return Math.min(firstMs * 2 ** Math.min(attempts - 1, 30), HOUR_MS);
}
