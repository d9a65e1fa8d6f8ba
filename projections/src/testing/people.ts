import { randomUUID } from 'node:crypto';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import type { FollowFact } from '@easel/contracts/people/events';
import { followsStream } from '@easel/contracts/people/stream';
import { Recorder } from './recorded.ts';

const at = '2026-11-20T10:00:00.000Z';

/** Facts of how somebody is seen, and whom they follow. */
export class PersonStory {
  constructor(
    private readonly recorder: Recorder,
    readonly memberId: string = randomUUID(),
  ) {}

  shownAs(publicName: string, { shown = true, sharesSettings = false } = {}): Recorded {
    return this.ofMember({
      type: 'PublicProfileChanged',
      data: { memberId: this.memberId, publicName, shown, sharesSettings },
    });
  }

  choseAvatar({ generationId }: { generationId: string }, variantId: string): Recorded {
    return this.ofMember({ type: 'AvatarChosen', data: { memberId: this.memberId, generationId, variantId } });
  }

  removedAvatar(): Recorded {
    return this.ofMember({ type: 'AvatarRemoved', data: { memberId: this.memberId } });
  }

  verified(): Recorded {
    return this.ofMember({ type: 'EmailVerified', data: { memberId: this.memberId } });
  }

  movedAddress(): Recorded {
    const changed = { email: 'b@example.org', previousEmail: 'a@example.org', undoableUntil: null };
    return this.ofMember({
      type: 'EmailChanged',
      data: { memberId: this.memberId, changeId: randomUUID(), ...changed },
    });
  }

  movedBack(verified: boolean): Recorded {
    return this.ofMember({
      type: 'EmailChangeUndone',
      data: { memberId: this.memberId, changeId: randomUUID(), email: 'a@example.org', verified },
    });
  }

  followed({ memberId: followedId }: PersonStory, followedAt = at): Recorded {
    return this.ofFollows({ type: 'Followed', data: { memberId: this.memberId, followedId, followedAt } });
  }

  unfollowed({ memberId: followedId }: PersonStory, reason: 'choice' | 'blocked' = 'choice'): Recorded {
    return this.ofFollows({ type: 'Unfollowed', data: { memberId: this.memberId, followedId, reason } });
  }

  blocked({ memberId: blockedId }: PersonStory): Recorded {
    return this.ofFollows({ type: 'MemberBlocked', data: { memberId: this.memberId, blockedId, blockedAt: at } });
  }

  unblocked({ memberId: blockedId }: PersonStory): Recorded {
    return this.ofFollows({ type: 'MemberUnblocked', data: { memberId: this.memberId, blockedId } });
  }

  erased(): Recorded {
    return this.ofMember({ type: 'MemberErased', data: { memberId: this.memberId, erasedAt: at } });
  }

  private ofMember(fact: MemberFact): Recorded {
    return this.recorder.record(memberStream.nameOf(this.memberId), fact);
  }

  private ofFollows(fact: FollowFact): Recorded {
    return this.recorder.record(followsStream.nameOf(this.memberId), fact);
  }
}

/** Somebody comes to an account. */
export const registered = (
  recorder: Recorder,
  memberId: string = randomUUID(),
  more: Partial<Extract<MemberFact, { type: 'MemberRegistered' }>['data']> = {},
): Recorded =>
  recorder.record<MemberFact>(`member-${memberId}`, {
    type: 'MemberRegistered',
    data: {
      memberId,
      email: 'ada@example.org',
      username: 'ada',
      firstName: 'Ada',
      lastName: 'Byron',
      marketingOptIn: false,
      referralCode: null,
      ...more,
    },
  });
