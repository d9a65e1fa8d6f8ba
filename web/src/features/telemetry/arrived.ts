import { sessionStore } from '../../lib/storage.ts';

/** Under which it is kept: the path, and on a line of its own the host that led here. */
export const ARRIVED = 'arrived';

/**
 * Notes where a visit begins, in this tab alone and for as long as it is open. A tab that our own link has opened
 * begins none. It runs before anything of the app has come, so it brings nothing along.
 */
export function noteArrival({ pathname, host }: Location, referrer: string): void {
  if (sessionStore.get(ARRIVED) !== null) return;
  const from = URL.canParse(referrer) ? new URL(referrer) : undefined;
  sessionStore.set(ARRIVED, from?.host === host ? '' : `${pathname}\n${from?.hostname ?? ''}`);
}
