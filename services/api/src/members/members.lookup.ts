import { memberStream } from '@easel/contracts/members/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { member } from './member.decider.ts';

/** Read-only door to members for other features. */
@Injectable()
export class MembersLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** Who registered stays registered: what was read before will do. */
  async exists(memberId: string): Promise<boolean> {
    const stream = memberStream.nameOf(memberId);
    const { state } = await this.runner.fold(stream, member, { atLeastOnce: true });
    return state.registered || (await this.emailOf(memberId)) !== undefined;
  }

  /** Undefined where no such member registered. */
  async emailOf(memberId: string): Promise<string | undefined> {
    const { state } = await this.runner.fold(memberStream.nameOf(memberId), member);
    return state.registered ? state.email : undefined;
  }
}
