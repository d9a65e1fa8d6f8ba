const DAY_MS = 86_400_000;

/** A member who asked to be erased may think better of it for so long. */
export const ERASURE_DAYS = 14;

/** Looked at again after so long, where something stands in the way of it. */
export const ERASURE_AGAIN_HOURS = 6;

/** When a member is erased who asks for it at that instant. */
export const erasesAt = (requestedAt: Date): Date => new Date(requestedAt.getTime() + ERASURE_DAYS * DAY_MS);

/**
 * What must be settled before a member can be erased: money that is theirs or ours, what a bank or we still have to
 * decide, parcels that have not reached them, and shares of challenges whose winners are not announced. Credits are no
 * money: they go.
 */
export const erasureObstacles = ['wallet', 'earnings', 'owing', 'dispute', 'payout', 'order', 'challenge'] as const;
export type ErasureObstacle = (typeof erasureObstacles)[number];

/** What is the member's own to give up. */
export const canBeGivenUp = (kind: ErasureObstacle): boolean =>
  kind === 'wallet' || kind === 'earnings' || kind === 'challenge';
