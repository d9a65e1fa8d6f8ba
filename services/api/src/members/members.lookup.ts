import { DeciderRunner } from '@easel/kernel/decider-runner';
import { Injectable } from '@nestjs/common';
import { member, type Member } from './member.decider.ts';

/** Read-only door to members for other features. */
@Injectable()
export class MembersLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** Who registered stays registered: what was read before will do. */
  async exists(memberId: string): Promise<boolean> {
    const stream = memberStream(memberId);
    const { state } = await this.runner.fold(stream, member, { atLeastOnce: true });
    return state.registered || (await this.find(memberId)) !== undefined;
  }

  /** Undefined where no such member registered. */
  async find(memberId: string): Promise<Member | undefined> {
    const { state } = await this.runner.fold(memberStream(memberId), member);
    return state.registered ? state : undefined;
  }
}

export const memberStream = (memberId: string): string => `member-${memberId}`;
