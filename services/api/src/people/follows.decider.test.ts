import { randomUUID } from 'node:crypto';
import type { FollowFact } from '@easel/contracts/people/events';
import { peopleProblems } from '@easel/contracts/people/http';
import { FOLLOWS_MAX } from '@easel/contracts/people/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { follows, hasBlocked, type FollowsCommand } from './follows.decider.ts';

const [memberId, ada, eve] = [randomUUID(), randomUUID(), randomUUID()];
const at = new Date('2026-11-20T10:00:00Z');

const follow = (followedId: string): FollowsCommand => ({ type: 'Follow', memberId, followedId, at });
const unfollow = (followedId: string): FollowsCommand => ({ type: 'Unfollow', memberId, followedId });
const block = (blockedId: string): FollowsCommand => ({ type: 'BlockMember', memberId, blockedId, at });
const unblock = (blockedId: string): FollowsCommand => ({ type: 'UnblockMember', memberId, blockedId });
const note = (byId: string, stands: boolean, since = at): FollowsCommand => ({
  type: 'NoteBlock',
  memberId,
  byId,
  stands,
  at: since,
});

const followed = (followedId: string): FollowFact => ({
  type: 'Followed',
  data: { memberId, followedId, followedAt: at.toISOString() },
});
const unfollowed = (followedId: string, reason: 'choice' | 'blocked'): FollowFact => ({
  type: 'Unfollowed',
  data: { memberId, followedId, reason },
});
const blocked = (blockedId: string): FollowFact => ({
  type: 'MemberBlocked',
  data: { memberId, blockedId, blockedAt: at.toISOString() },
});
const unblocked = (blockedId: string): FollowFact => ({ type: 'MemberUnblocked', data: { memberId, blockedId } });
const blockedBy = (byId: string): FollowFact => ({ type: 'BlockedBy', data: { memberId, byId } });
const unblockedBy = (byId: string): FollowFact => ({ type: 'UnblockedBy', data: { memberId, byId } });

describe('following', () => {
  test('begins once and ends once', () => {
    given(follows).when(follow(ada)).then(followed(ada));
    given(follows, followed(ada)).when(follow(ada)).thenNothing();
    given(follows, followed(ada)).when(unfollow(ada)).then(unfollowed(ada, 'choice'));
    given(follows).when(unfollow(ada)).thenNothing();
    given(follows, followed(ada), unfollowed(ada, 'choice')).when(follow(ada)).then(followed(ada));
  });

  test('is of others, and of so many at most', () => {
    given(follows).when(follow(memberId)).thenRefuses(peopleProblems.oneself);
    const many = Array.from({ length: FOLLOWS_MAX }, () => followed(randomUUID()));
    given(follows, ...many)
      .when(follow(ada))
      .thenRefuses(peopleProblems.tooMany);
    given(follows, ...many.slice(1))
      .when(follow(ada))
      .then(followed(ada));
  });
});

describe('a block', () => {
  test('stands once, is of others, and is taken back once', () => {
    given(follows).when(block(eve)).then(blocked(eve));
    given(follows, blocked(eve)).when(block(eve)).thenNothing();
    given(follows).when(block(memberId)).thenRefuses(peopleProblems.oneself);
    given(follows, blocked(eve)).when(unblock(eve)).then(unblocked(eve));
    given(follows).when(unblock(eve)).thenNothing();
  });

  test('ends following whoever is blocked, which begins by itself no more', () => {
    given(follows, followed(eve), followed(ada)).when(block(eve)).then(unfollowed(eve, 'blocked'), blocked(eve));
    given(follows, blocked(eve)).when(follow(eve)).thenRefuses(peopleProblems.blockedByYou);
    given(follows, followed(eve), unfollowed(eve, 'blocked'), blocked(eve), unblocked(eve))
      .when(follow(eve))
      .then(followed(eve));
  });

  test('by another ends following them, and tells nothing of itself', () => {
    given(follows, followed(ada)).when(note(ada, true)).then(unfollowed(ada, 'blocked'), blockedBy(ada));
    given(follows, blockedBy(ada)).when(note(ada, true)).thenNothing();
    given(follows, blockedBy(ada)).when(follow(ada)).thenRefuses(peopleProblems.notFound);
    given(follows, blockedBy(ada)).when(note(ada, false)).then(unblockedBy(ada));
    given(follows).when(note(ada, false)).thenNothing();
    given(follows, blockedBy(ada), unblockedBy(ada)).when(follow(ada)).then(followed(ada));
  });

  test('that was over before it was noted has ended what there was, and nothing that began since', () => {
    const later = new Date(at.getTime() + 1);
    given(follows, followed(ada))
      .when(note(ada, false, later))
      .then(unfollowed(ada, 'blocked'));
    given(follows, followed(ada)).when(note(ada, false)).thenNothing();
    given(follows, blockedBy(ada), unblockedBy(ada), followed(ada)).when(note(ada, false)).thenNothing();
  });

  test('is of whoever blocked, until it is taken back', () => {
    expect(hasBlocked(given(follows).state(), ada)).toBe(false);
    expect(hasBlocked(given(follows, blocked(ada)).state(), ada)).toBe(true);
    expect(hasBlocked(given(follows, blockedBy(ada)).state(), ada)).toBe(false);
    expect(hasBlocked(given(follows, blocked(ada), unblocked(ada)).state(), ada)).toBe(false);
  });
});

test('what is folded can be kept as JSON', () => {
  const state = given(follows, followed(ada), blocked(eve), blockedBy(eve)).state();
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
});
