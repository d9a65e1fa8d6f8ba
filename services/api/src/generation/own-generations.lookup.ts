import type { AccountFact } from '@easel/contracts/account/events';
import { accountStream } from '@easel/contracts/account/stream';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { MemberFact } from '@easel/contracts/members/events';
import { memberStream } from '@easel/contracts/members/stream';
import { EventLog } from '@easel/kernel/log/event-log';
import { Injectable } from '@nestjs/common';

/** Read-only door to what a member ever asked for, straight from the log: right at once, and of any length. */
@Injectable()
export class OwnGenerationsLookup {
  constructor(private readonly log: EventLog) {}

  /** Whatever a member had made was held for in their account, but for what they had made as a visitor. */
  async *of(memberId: string): AsyncGenerator<string, void, void> {
    const registered = await this.log.first<MemberFact>(memberStream.nameOf(memberId));
    if (registered) refuseUnreadable(registered);
    if (registered?.type === 'MemberRegistered' && registered.data.trial) {
      const { generationId, earlier = [] } = registered.data.trial;
      yield* [generationId, ...earlier];
    }
    for await (const fact of this.log.read<AccountFact>(accountStream.nameOf(memberId))) {
      refuseUnreadable(fact);
      if (fact.type === 'CreditsHeld') yield fact.data.generationId;
    }
  }
}

function refuseUnreadable({ stream, revision, unreadable }: Recorded): void {
  if (unreadable) throw new Error(`${stream}@${revision} cannot be read: ${unreadable.detail}`);
}
