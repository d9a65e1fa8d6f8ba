import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { REMINDER_DAYS, type ChallengeNews } from '@easel/contracts/competitions/policy';
import { competitionStream } from '@easel/contracts/competitions/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { PostChallengeNews } from './post-challenge-news.ts';

const DAY_MS = 86_400_000;
const keyOf = (competitionId: string, news: ChallengeNews): string => `${news} ${competitionId}`;

/** Mails members who opted in: a challenge has opened, or closes in three days. */
export const postChallengeNews: ProcessDefinition<CompetitionFact, PostChallengeNews['mailing'], PostChallengeNews> = {
  name: 'competitions.post-news',
  from: 'now',
  categories: [competitionStream.category],

  on: {
    CompetitionOpened: ({ data: { competitionId, closesAt }, recordedAt }) => {
      const remindAt = new Date(Date.parse(closesAt) - REMINDER_DAYS * DAY_MS);
      return [
        {
          schedule: {
            key: keyOf(competitionId, 'opened'),
            dueAt: recordedAt,
            payload: { competitionId, news: 'opened' },
          },
        },
        // If it opens in the last days, the reminder would repeat the first mail.
        ...(recordedAt < remindAt
          ? [
              {
                schedule: {
                  key: keyOf(competitionId, 'closing'),
                  dueAt: remindAt,
                  payload: { competitionId, news: 'closing' as const },
                },
              },
            ]
          : []),
      ];
    },
    CompetitionClosed: ({ data: { competitionId } }) => [
      { cancel: keyOf(competitionId, 'opened') },
      { cancel: keyOf(competitionId, 'closing') },
    ],
  },

  command: ({ payload }) => new PostChallengeNews(payload),
};
