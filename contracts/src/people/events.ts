import { z } from 'zod';
import type { FactCatalogue, FactsOf } from '../kernel/event.ts';

const memberId = z.uuid();

/** Facts of `follows-{memberId}`. */
export const followFacts = {
  Followed: { version: 1, data: z.object({ memberId, followedId: z.uuid(), followedAt: z.iso.datetime() }) },
  /** `blocked`: not by choice, but because one of the two has blocked the other. */
  Unfollowed: {
    version: 1,
    data: z.object({ memberId, followedId: z.uuid(), reason: z.enum(['choice', 'blocked']) }),
  },
  /** Neither sees the other in lists, follows or remixes the other, until it is taken back. */
  MemberBlocked: { version: 1, data: z.object({ memberId, blockedId: z.uuid(), blockedAt: z.iso.datetime() }) },
  MemberUnblocked: { version: 1, data: z.object({ memberId, blockedId: z.uuid() }) },
  /**
   * Follows from the block on the other's stream: from here on whoever was blocked cannot follow, not even at that
   * moment.
   */
  BlockedBy: { version: 1, data: z.object({ memberId, byId: z.uuid() }) },
  UnblockedBy: { version: 1, data: z.object({ memberId, byId: z.uuid() }) },
} satisfies FactCatalogue;

export type FollowFact = FactsOf<typeof followFacts>;
