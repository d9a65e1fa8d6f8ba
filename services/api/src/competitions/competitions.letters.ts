import { challengeWindow } from '@easel/contracts/competitions/policy';
import { ERASED } from '@easel/contracts/kernel/event';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { PayoutsLookup } from '../earnings/payouts.lookup.ts';
import { GenerationLookup } from '../generation/generation.lookup.ts';
import { Mails, type LetterWriter } from '../mail/mails.ts';
import { MarketingLookup } from '../members/marketing.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import type { Entry } from './competition-state.decider.ts';
import { disqualifiedLetter, enteredLetter, newsLetter, resultsLetter } from './challenge-letter.ts';
import { Challenges } from './challenges.ts';

export const CHALLENGE_NEWS = 'competitions.news';
export const CHALLENGE_MAIL = 'competitions.mail';

const ids = { memberId: z.uuid(), competitionId: z.uuid() };
const some = z.int().nonnegative();
const newsAsked = z.object({ ...ids, news: z.enum(['opened', 'closing']) });
const mailAsked = z.discriminatedUnion('about', [
  z.object({ ...ids, about: z.literal('entered'), entryId: z.uuid() }),
  z.object({ ...ids, about: z.literal('disqualified'), entryId: z.uuid(), reason: z.string() }),
  z.object({
    ...ids,
    about: z.literal('results'),
    /** The UTC day of the announcement. */
    day: z.iso.date(),
    results: z.array(
      z.object({ place: z.int().positive().nullable(), shareCents: some, prizeCents: some, prizeTenths: some }),
    ),
  }),
]);

export type NewsAsked = z.output<typeof newsAsked>;
export type ChallengeMailAsked = z.output<typeof mailAsked>;

const DAY_MS = 86_400_000;

/** Writes mails about challenges when they are due. */
@Injectable()
export class CompetitionLetters implements OnModuleInit {
  constructor(
    private readonly mails: Mails,
    private readonly competitions: Challenges,
    private readonly marketing: MarketingLookup,
    private readonly members: MembersLookup,
    private readonly payouts: PayoutsLookup,
    private readonly generations: GenerationLookup,
  ) {}

  onModuleInit(): void {
    this.mails.writes(CHALLENGE_NEWS, this.news);
    this.mails.writes(CHALLENGE_MAIL, this.mail);
  }

  /** Mails members who are still opted in. Skips challenges that are over, and reminders to members with an entry. */
  private readonly news: LetterWriter = async ({ payload }) => {
    const { memberId, competitionId, news } = newsAsked.parse(payload);
    const challenge = await this.competitions.of(competitionId);
    const isOver = challenge.phase !== 'open' || new Date() >= challengeWindow(challenge.month).closesAt;
    if (isOver || (news === 'closing' && (challenge.counts[memberId] ?? 0) > 0)) return undefined;
    const recipient = await this.marketing.recipient(memberId);
    return recipient && newsLetter(recipient, challenge, news);
  };

  /** Mails the member whose entry it is, unless erased. */
  private readonly mail: LetterWriter = async ({ payload }) => {
    const asked = mailAsked.parse(payload);
    const { memberId, competitionId } = asked;
    const to = await this.members.emailOf(memberId);
    if (to === undefined || to === ERASED) return undefined;
    const challenge = await this.competitions.of(competitionId);
    switch (asked.about) {
      case 'entered': {
        const entry = challenge.entries[asked.entryId];
        if (!entry || entry.isDisqualified) return undefined;
        return enteredLetter(to, challenge, await this.promptOf(entry));
      }
      case 'disqualified':
        return disqualifiedLetter(to, challenge, {
          prompt: await this.promptOf(challenge.entries[asked.entryId]),
          reason: asked.reason,
        });
      case 'results': {
        const { restDays } = await this.payouts.boundsOf(memberId);
        const payable = new Date(Date.parse(asked.day) + restDays * DAY_MS);
        return resultsLetter(to, challenge, asked.results, payable.toISOString().slice(0, 10));
      }
    }
  };

  /** By which the member knows the picture; empty where it is gone. */
  private async promptOf(entry: Entry | undefined): Promise<string> {
    return (entry && (await this.generations.find(entry.generationId))?.prompt) ?? '';
  }
}
