import { utcDay } from '@easel/contracts/account/policy';
import type { CompetitionFact, CompetitionFactData } from '@easel/contracts/competitions/events';
import { competitionStream } from '@easel/contracts/competitions/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { PostChallengeMail } from './post-challenge-mails.ts';

type Asked = PostChallengeMail['asked'];

/** Mails members about their entries: entered, disqualified, results. */
export const postChallengeMails: ProcessDefinition<CompetitionFact, Asked, PostChallengeMail> = {
  name: 'competitions.post',
  from: 'now',
  categories: [competitionStream.category],

  on: {
    EntrySubmitted: ({ data: { competitionId, memberId, entryId }, recordedAt: dueAt }) => [
      {
        schedule: { key: `entered ${entryId}`, dueAt, payload: { about: 'entered', competitionId, memberId, entryId } },
      },
    ],
    EntryDisqualified: ({ data: { competitionId, memberId, entryId, reason }, recordedAt: dueAt }) => [
      {
        schedule: {
          key: `disqualified ${entryId}`,
          dueAt,
          payload: { about: 'disqualified', competitionId, memberId, entryId, reason },
        },
      },
    ],
    WinnersAnnounced: ({ data, recordedAt: dueAt }) =>
      resultsOf(data).map((payload) => ({
        schedule: { key: `results ${data.competitionId} ${payload.memberId}`, dueAt, payload },
      })),
  },

  command: ({ key, payload }) => new PostChallengeMail(key, payload),
};

/** Returns one timer per member who gets something, with all of their entries. */
function resultsOf({ competitionId, announcedAt, entries }: CompetitionFactData<'WinnersAnnounced'>): Asked[] {
  const day = utcDay(new Date(announcedAt));
  return [...Map.groupBy(entries, ({ memberId }) => memberId)].flatMap(([memberId, own]) => {
    const results = own.map(({ place, shareCents, prizeCents, prizeTenths }) => ({
      place,
      shareCents,
      prizeCents,
      prizeTenths,
    }));
    const broughtSomething = results.some(({ shareCents, place }) => shareCents > 0 || place !== null);
    return broughtSomething ? [{ about: 'results' as const, competitionId, memberId, day, results }] : [];
  });
}
