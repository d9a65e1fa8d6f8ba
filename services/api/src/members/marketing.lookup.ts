import { ERASED } from '@easel/contracts/kernel/event';
import { marketingHttp } from '@easel/contracts/members/marketing.http';
import { memberStream } from '@easel/contracts/members/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Outbox } from '@easel/kernel/log/outbox';
import { Injectable } from '@nestjs/common';
import { MarketingLinks } from './marketing-links.ts';
import { member } from './member.decider.ts';

/** Where news is sent to, and how to end it. */
export interface NewsRecipient {
  to: string;
  /** Addresses on this site: of a page, and of a call by the mail program. */
  unsubscribe: { page: string; oneClick: string };
}

/** Read-only door to members who want news by mail. */
@Injectable()
export class MarketingLookup {
  private readonly links: MarketingLinks;

  constructor(
    private readonly runner: DeciderRunner,
    private readonly outbox: Outbox,
    sealer: Sealer,
  ) {
    this.links = new MarketingLinks(sealer);
  }

  /** As the member has chosen by now; undefined without consent or a verified address, and of an erased member. */
  async recipient(memberId: string): Promise<NewsRecipient | undefined> {
    const stream = memberStream.nameOf(memberId);
    await this.outbox.deliver(stream);
    const { registered, marketingOptIn, emailVerified, email } = (await this.runner.fold(stream, member)).state;
    if (!registered || !marketingOptIn || !emailVerified || email === ERASED) return undefined;
    const token = this.links.make(memberId, email);
    return {
      to: email,
      unsubscribe: {
        page: `/unsubscribe?token=${token}`,
        oneClick: `${marketingHttp.unsubscribe.path}?token=${token}`,
      },
    };
  }
}
