import { utcDay } from '@easel/contracts/account/policy';
import type { CompetitionFact, CompetitionFactData } from '@easel/contracts/competitions/events';
import { challenges } from '@easel/contracts/competitions/names';
import { prizes } from '@easel/contracts/competitions/policy';
import { competitionStream } from '@easel/contracts/competitions/stream';
import type { ProcessDefinition } from '@easel/kernel/following/process';
import { GrantChallenge, type Won } from './grant-challenge.ts';

interface Due {
  won: Won;
  cause: string;
  correlationId: string;
}

/** Grants each member the amounts of their entries after the winners are announced. */
export const grantChallenges: ProcessDefinition<CompetitionFact, Due, GrantChallenge> = {
  name: 'competitions.grant',
  from: 'start',
  categories: [competitionStream.category],

  on: {
    WinnersAnnounced: ({ id: cause, data, recordedAt, metadata }) =>
      winnersOf(data).map((won) => ({
        schedule: {
          key: `${data.competitionId} ${won.share.memberId}`,
          dueAt: recordedAt,
          payload: { won, cause, correlationId: metadata.$correlationId },
        },
      })),
  },

  command: ({ key, payload: { won, cause, correlationId } }) =>
    new GrantChallenge(won, {
      key: `challenge share ${key}`,
      actor: { kind: 'system', id: 'competitions.grant' },
      correlationId,
      causationId: cause,
    }),
};

/** Returns one timer per member, with all of their entries. */
function winnersOf(announced: CompetitionFactData<'WinnersAnnounced'>): Won[] {
  const { competitionId, kind, month, announcedAt } = announced;
  const day = utcDay(new Date(announcedAt));
  return [...Map.groupBy(announced.entries, ({ memberId }) => memberId)].map(([memberId, own]) => ({
    share: {
      memberId,
      competitionId,
      kind,
      month,
      day,
      shareCents: own.reduce((sum, { shareCents }) => sum + shareCents, 0),
      prizeCents: own.reduce((sum, { prizeCents }) => sum + prizeCents, 0),
      entries: own.map(({ entryId, generationId, shareCents, prizeCents }) => ({
        entryId,
        generationId,
        cents: shareCents + prizeCents,
      })),
    },
    prizes: own.flatMap(({ entryId, place, prizeTenths: tenths }) =>
      tenths > 0 && place !== null
        ? [{ entryId, tenths, note: `${challenges[kind].name}, ${prizes[place - 1]?.place} place` }]
        : [],
    ),
  }));
}
