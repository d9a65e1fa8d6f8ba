import { withTransaction, type Pool } from '@easel/kernel/database/database';
import type { Again } from '@easel/kernel/deciding/decide';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { BACKGROUND_POOL } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Mails } from '../mail/mails.ts';
import { MarketingLookup } from '../members/marketing.lookup.ts';
import { MemberRoll } from '../members/member-roll.lookup.ts';
import { advance, type Mailing, reachedBy } from './challenge-mailings.tables.ts';
import { CHALLENGE_NEWS, type NewsAsked } from './competitions.letters.ts';
import { Challenges } from './challenges.ts';

const BATCH = 200;
/** Parallel reads. Fewer than the streams that one connection to the log supports. */
const TOGETHER = 8;

/** Queues the mails about a challenge to the next batch of members who opted in. Runs again until all are reached. */
export class PostChallengeNews extends Command<Again> {
  constructor(
    readonly mailing: Mailing,
    readonly batchSize = BATCH,
  ) {
    super();
  }
}

@CommandHandler(PostChallengeNews)
export class PostChallengeNewsHandler implements ICommandHandler<PostChallengeNews> {
  constructor(
    @Inject(BACKGROUND_POOL) private readonly pool: Pool,
    private readonly mails: Mails,
    private readonly roll: MemberRoll,
    private readonly marketing: MarketingLookup,
    private readonly competitions: Challenges,
  ) {}

  /** Stores the mails of a batch and the progress in one transaction, so that each member gets one mail. */
  async execute({ mailing, batchSize }: PostChallengeNews): Promise<Again> {
    const { phase, counts } = await this.competitions.of(mailing.competitionId);
    if (phase !== 'open') return undefined;
    const before = await reachedBy(this.pool, mailing);
    const batch = await this.roll.after(before, batchSize);
    const last = batch.at(-1);
    if (last === undefined) return undefined;
    const asked = mailing.news === 'opened' ? batch : batch.filter((memberId) => !counts[memberId]);
    const wanting = await this.wantingOf(asked);
    await withTransaction(this.pool, async (client) => {
      if (!(await advance(client, mailing, before, last))) return;
      for (const memberId of wanting) {
        await this.mails.add(client, CHALLENGE_NEWS, { ...mailing, memberId } satisfies NewsAsked);
      }
      faultPoint('challenge-news.before-commit');
    });
    faultPoint('challenge-news.after-commit');
    this.mails.wake();
    return { again: new Date() };
  }

  private async wantingOf(memberIds: readonly string[]): Promise<string[]> {
    const wanting: string[] = [];
    for (let index = 0; index < memberIds.length; index += TOGETHER) {
      const some = memberIds.slice(index, index + TOGETHER);
      const recipients = await Promise.all(some.map((memberId) => this.marketing.recipient(memberId)));
      wanting.push(...some.filter((_, place) => recipients[place] !== undefined));
    }
    return wanting;
  }
}
