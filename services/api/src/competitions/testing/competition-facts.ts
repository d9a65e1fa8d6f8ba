import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { challengeWindow } from '@easel/contracts/competitions/policy';
import { competitionIdOf } from '../competition-id.ts';

type Fact<Type extends CompetitionFact['type']> = Extract<CompetitionFact, { type: Type }>;

export const month = '2026-11';
export const kind = 'poster' as const;
export const competitionId = competitionIdOf(kind, month);
export const words = { theme: 'Tides', description: 'Whatever the sea leaves behind' };
export const { opensAt, closesAt } = challengeWindow(month);
export const inWindow = new Date('2026-11-10T12:00:00.000Z');

/** `n` from 0 to 9. */
export const idOf = (n: number): string =>
  `${n}`.repeat(8) + `-${`${n}`.repeat(4)}-4${`${n}`.repeat(3)}-8${`${n}`.repeat(3)}-${`${n}`.repeat(12)}`;
export const ada = idOf(1);
export const ben = idOf(2);

export const prepared: Fact<'CompetitionPrepared'> = {
  type: 'CompetitionPrepared',
  data: { competitionId, kind, month, ...words, preparedAt: '2026-10-20T10:00:00.000Z' },
};

export const opened: Fact<'CompetitionOpened'> = {
  type: 'CompetitionOpened',
  data: {
    competitionId,
    kind,
    month,
    ...words,
    opensAt: opensAt.toISOString(),
    closesAt: closesAt.toISOString(),
    openedAt: opensAt.toISOString(),
  },
};

/** Returns entry `n`, each with its own generation. */
export const entryIds = (n: number, memberId = ada) => ({
  competitionId,
  entryId: idOf(n),
  memberId,
  generationId: idOf(n).replace(/^\d/, 'a'),
  variantId: idOf(n).replace(/^\d/, 'b'),
});

export const submitted = (
  n: number,
  memberId = ada,
  change: Partial<Fact<'EntrySubmitted'>['data']> = {},
): Fact<'EntrySubmitted'> => ({
  type: 'EntrySubmitted',
  data: {
    ...entryIds(n, memberId),
    kind,
    closesAt: closesAt.toISOString(),
    widthPx: 3840,
    heightPx: 2304,
    thumbhash: 'AAAA',
    wasPublic: false,
    submittedAt: inWindow.toISOString(),
    ...change,
  },
});

export const withdrawn = (
  n: number,
  reason: Fact<'EntryWithdrawn'>['data']['reason'] = 'by-member',
): Fact<'EntryWithdrawn'> => ({
  type: 'EntryWithdrawn',
  data: { ...entryIds(n), wasPublic: false, reason, withdrawnAt: inWindow.toISOString() },
});

export const disqualified = (n: number, memberId = ada): Fact<'EntryDisqualified'> => ({
  type: 'EntryDisqualified',
  data: { ...entryIds(n, memberId), wasPublic: false, reason: 'a copy', disqualifiedAt: inWindow.toISOString() },
});

export const closed = (tally: Fact<'CompetitionClosed'>['data']['tally'] = []): Fact<'CompetitionClosed'> => ({
  type: 'CompetitionClosed',
  data: { competitionId, kind, month, tally, closedAt: closesAt.toISOString() },
});
