import { Refused } from '@easel/contracts/kernel/problem';
import type { FollowFact } from '@easel/contracts/people/events';
import { peopleProblems } from '@easel/contracts/people/http';
import { FOLLOWS_MAX } from '@easel/contracts/people/policy';
import type { Decider } from '@easel/kernel/deciding/decider';

/** By the ids of members. */
export interface Follows {
  /** Since when, ISO 8601. */
  followed: Record<string, string>;
  blocked: Record<string, true>;
  /** Who has blocked this member. */
  blockedBy: Record<string, true>;
}

export type FollowsCommand =
  /** That the other is to be seen is found out beforehand. */
  | { type: 'Follow'; memberId: string; followedId: string; at: Date }
  | { type: 'Unfollow'; memberId: string; followedId: string }
  | { type: 'BlockMember'; memberId: string; blockedId: string; at: Date }
  | { type: 'UnblockMember'; memberId: string; blockedId: string }
  /**
   * What the other's stream says already, since `at`. It may come more than once, and a block that is over not at all.
   */
  | { type: 'NoteBlock'; memberId: string; byId: string; stands: boolean; at: Date };

/** Whether the stream's own member has blocked the other. */
export const hasBlocked = (state: Follows, otherId: string): boolean => Object.hasOwn(state.blocked, otherId);

/** Whom one member follows and has blocked. A block ends following both ways, and keeps it from beginning. */
export const follows: Decider<Follows, FollowsCommand, FollowFact> = {
  initial: () => ({ followed: {}, blocked: {}, blockedBy: {} }),
  snapshot: 'follows@1',

  decide(command, state) {
    const { memberId } = command;
    const ended = (followedId: string, reason: 'choice' | 'blocked'): FollowFact[] =>
      Object.hasOwn(state.followed, followedId) ? [{ type: 'Unfollowed', data: { memberId, followedId, reason } }] : [];
    switch (command.type) {
      case 'Follow': {
        const { followedId, at } = command;
        if (followedId === memberId) throw new Refused(peopleProblems.oneself);
        // To whom somebody has blocked, they are not there.
        if (Object.hasOwn(state.blockedBy, followedId)) throw new Refused(peopleProblems.notFound);
        if (Object.hasOwn(state.blocked, followedId)) throw new Refused(peopleProblems.blockedByYou);
        if (Object.hasOwn(state.followed, followedId)) return [];
        if (Object.keys(state.followed).length >= FOLLOWS_MAX) throw new Refused(peopleProblems.tooMany);
        return [{ type: 'Followed', data: { memberId, followedId, followedAt: at.toISOString() } }];
      }
      case 'Unfollow':
        return ended(command.followedId, 'choice');
      case 'BlockMember': {
        const { blockedId, at } = command;
        if (blockedId === memberId) throw new Refused(peopleProblems.oneself);
        if (Object.hasOwn(state.blocked, blockedId)) return [];
        const blocked = { memberId, blockedId, blockedAt: at.toISOString() };
        return [...ended(blockedId, 'blocked'), { type: 'MemberBlocked', data: blocked }];
      }
      case 'UnblockMember': {
        const { blockedId } = command;
        return Object.hasOwn(state.blocked, blockedId)
          ? [{ type: 'MemberUnblocked', data: { memberId, blockedId } }]
          : [];
      }
      case 'NoteBlock': {
        const { byId, stands, at } = command;
        const isNoted = Object.hasOwn(state.blockedBy, byId);
        if (stands) return isNoted ? [] : [...ended(byId, 'blocked'), { type: 'BlockedBy', data: { memberId, byId } }];
        if (isNoted) return [{ type: 'UnblockedBy', data: { memberId, byId } }];
        // Taken back before it was noted, it has ended what there was all the same; what began since goes on.
        const since = state.followed[byId];
        return since !== undefined && new Date(since) < at ? ended(byId, 'blocked') : [];
      }
    }
  },

  evolve(state, fact) {
    switch (fact.type) {
      case 'Followed':
        state.followed[fact.data.followedId] = fact.data.followedAt;
        return state;
      case 'Unfollowed':
        delete state.followed[fact.data.followedId];
        return state;
      case 'MemberBlocked':
        state.blocked[fact.data.blockedId] = true;
        return state;
      case 'MemberUnblocked':
        delete state.blocked[fact.data.blockedId];
        return state;
      case 'BlockedBy':
        state.blockedBy[fact.data.byId] = true;
        return state;
      case 'UnblockedBy':
        delete state.blockedBy[fact.data.byId];
        return state;
    }
  },
};
