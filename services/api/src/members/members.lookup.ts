import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';
import { member, type Member } from './member.decider.ts';

type EmailChange = Extract<MemberFact, { type: 'EmailChanged' }>['data'];

/** Read-only door to members for other features. */
@Injectable()
export class MembersLookup {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly log: EventLog,
  ) {}

  /** Who registered stays registered: what was read before will do. */
  async exists(memberId: string): Promise<boolean> {
    const stream = memberStream.nameOf(memberId);
    const { state } = await this.runner.fold(stream, member, { atLeastOnce: true });
    return state.registered || (await this.find(memberId)) !== undefined;
  }

  /** Undefined where no such member registered. */
  async find(memberId: string): Promise<Member | undefined> {
    const { state } = await this.runner.fold(memberStream.nameOf(memberId), member);
    return state.registered ? state : undefined;
  }

  /** As it is stored, not as it was folded: a fold made before an erasure still has the addresses. */
  async emailChange(memberId: string, changeId: string): Promise<EmailChange | undefined> {
    for await (const fact of this.log.read<MemberFact>(memberStream.nameOf(memberId))) {
      if (fact.unreadable) throw new Error(`${fact.stream}@${fact.revision} cannot be read: ${fact.unreadable.detail}`);
      if (fact.type === 'EmailChanged' && fact.data.changeId === changeId) return fact.data;
    }
    return undefined;
  }
}
