import { ERASED } from '@easel/contracts/kernel/event';
import { Refused } from '@easel/contracts/kernel/problem';
import { marketingProblems } from '@easel/contracts/members/problems';
import { memberStream } from '@easel/contracts/members/stream';
import { DeciderRunner, type CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Outbox } from '@easel/kernel/log/outbox';
import { Injectable } from '@nestjs/common';
import { MarketingLinks } from './marketing-links.ts';
import { member } from './member.decider.ts';
import { RegisteredMembers } from './registered-members.ts';

/** Whether a member wants marketing mails, as said by a link in one of them. */
@Injectable()
export class MarketingChoice {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly members: RegisteredMembers,
    private readonly links: MarketingLinks,
    private readonly outbox: Outbox,
  ) {}

  /** Whether they are wanted as it stands. Throws Refused (marketing). */
  async look(token: string | undefined): Promise<boolean> {
    return (await this.find(token)).optedIn;
  }

  /** Throws Refused (marketing). */
  async change(token: string | undefined, optedIn: boolean, context: CommandContext): Promise<void> {
    const { memberId } = await this.find(token);
    await this.runner.execute(
      memberStream.nameOf(memberId),
      member,
      { type: 'ChangeMarketingOptIn', memberId, optedIn, source: 'link' },
      { ...context, actor: { kind: 'member', id: memberId } },
    );
  }

  private async find(token: string | undefined): Promise<{ memberId: string; optedIn: boolean }> {
    if (!token) throw new Refused(marketingProblems.linkMissing);
    const link = this.links.read(token);
    if (!link) throw new Refused(marketingProblems.linkInvalid);
    const { memberId } = link;
    await this.outbox.deliver(memberStream.nameOf(memberId));
    const found = await this.members.find(memberId);
    if (!found || found.email === ERASED) throw new Refused(marketingProblems.accountUnknown);
    if (!link.isOf(found.email)) throw new Refused(marketingProblems.linkInvalid);
    return { memberId, optedIn: found.marketingOptIn };
  }
}
