import { ERASED } from '@easel/contracts/kernel/event';
import { marketingHttp } from '@easel/contracts/members/marketing.http';
import { memberStream } from '@easel/contracts/members/stream';
import { Outbox } from '@easel/kernel/log/outbox';
import { Injectable } from '@nestjs/common';
import type { Letter } from '../mail/mails.ts';
import { MarketingLinks } from './marketing-links.ts';
import { RegisteredMembers } from './registered-members.ts';

/** Where news is sent to, and how to end it. */
export type NewsRecipient = Required<Pick<Letter, 'to' | 'unsubscribe'>>;

/** Read-only door to members who want news by mail. */
@Injectable()
export class MarketingLookup {
  constructor(
    private readonly members: RegisteredMembers,
    private readonly links: MarketingLinks,
    private readonly outbox: Outbox,
  ) {}

  /** As the member has chosen by now; undefined without consent or a verified address, and of an erased member. */
  async recipient(memberId: string): Promise<NewsRecipient | undefined> {
    await this.outbox.deliver(memberStream.nameOf(memberId));
    const member = await this.members.find(memberId);
    if (!member?.marketingOptIn || !member.emailVerified || member.email === ERASED) return undefined;
    const token = this.links.make(memberId, member.email);
    return {
      to: member.email,
      unsubscribe: {
        page: `/unsubscribe?token=${token}`,
        oneClick: `${marketingHttp.unsubscribe.path}?token=${token}`,
      },
    };
  }
}
