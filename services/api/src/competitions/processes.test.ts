import type { CompetitionFact } from '@easel/contracts/competitions/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { Fact } from '@easel/contracts/kernel/event';
import { due, recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { describe, expect, test } from 'vitest';
import { closeCompetitions } from './close-challenge.process.ts';
import { openCompetitions } from './open-challenge.process.ts';
import { grantChallenges } from './grant-challenge.process.ts';
import { settleEntries } from './settle-entry.process.ts';
import {
  ada,
  ben,
  closed,
  closesAt,
  competitionId,
  disqualified,
  entryIds,
  idOf,
  kind,
  month,
  opened,
  opensAt,
  prepared,
  submitted,
  withdrawn,
} from './testing/competition-facts.ts';
import { withdrawGone } from './withdraw-gone.process.ts';

const cause = idOf(9);
const recordedAt = new Date('2026-11-20T10:00:00.000Z');
const recorded = <F extends Fact>(fact: F) => recordedFact(fact, { id: cause, recordedAt });

describe('the timers of a challenge', () => {
  test('open it at the start of its month, unless it is open', () => {
    const [step] = stepsBy(openCompetitions, recorded(prepared));
    expect(due([step])).toMatchObject({ key: competitionId, dueAt: opensAt });
    expect(openCompetitions.command(due([step]) as never)).toMatchObject({
      stream: `competition-${competitionId}`,
      command: { type: 'OpenCompetition', competitionId },
      context: { key: `open ${competitionId}`, causationId: cause, correlationId: 'c' },
    });
    expect(stepsBy(openCompetitions, recorded(opened))).toEqual([{ cancel: competitionId }]);
  });

  test('close it at the end of its month, unless it is closed', () => {
    const [step] = stepsBy(closeCompetitions, recorded(opened));
    expect(due([step])).toMatchObject({ key: competitionId, dueAt: closesAt });
    expect(closeCompetitions.command(due([step]) as never)).toMatchObject({ competitionId });
    expect(stepsBy(closeCompetitions, recorded(closed()))).toEqual([{ cancel: competitionId }]);
  });
});

test('updates the picture after its entry, instead of an earlier update that is due', () => {
  const { entryId } = entryIds(3);
  for (const fact of [submitted(3), withdrawn(3), disqualified(3)]) {
    const [step] = stepsBy(settleEntries, recorded<CompetitionFact>(fact));
    expect(due([step])).toMatchObject({ key: entryId, dueAt: recordedAt });
    expect(settleEntries.command(due([step]) as never)).toMatchObject({ competitionId, entryId });
  }
});

test('withdraws an entry whose picture is gone, but not after its own withdrawal', () => {
  const { variantId: _variantId, ...ids } = entryIds(3);
  const untagged = (reason: 'withdrawn' | 'picture-gone'): GenerationFact => ({
    type: 'EntryUntagged',
    data: { ...ids, kind, reason },
  });
  const [step] = stepsBy(withdrawGone, recorded(untagged('picture-gone')));
  expect(withdrawGone.command(due([step]) as never)).toMatchObject({
    stream: `competition-${competitionId}`,
    command: { type: 'WithdrawEntry', entryId: ids.entryId, memberId: ada, reason: 'picture-gone' },
  });
  expect(stepsBy(withdrawGone, recorded(untagged('withdrawn')))).toEqual([]);
});

test('grants each member the sum of all their entries, and the credits of each prize', () => {
  const award = (n: number, memberId: string, place: number | null, prizeCents: number, prizeTenths: number) => {
    const { competitionId: _competitionId, ...ids } = entryIds(n, memberId);
    return { ...ids, proceedsCents: n * 1_000, buyers: 2, shareCents: n * 100, place, prizeCents, prizeTenths };
  };
  const announced: CompetitionFact = {
    type: 'WinnersAnnounced',
    data: {
      competitionId,
      kind,
      month,
      totalCents: 12_000,
      houseCents: 5_400,
      entries: [award(5, ada, 1, 3_000, 5_000), award(4, ben, 2, 2_400, 3_000), award(3, ada, null, 0, 0)],
      proposedBy: idOf(7),
      confirmedBy: idOf(8),
      announcedAt: '2026-12-15T23:59:00.000Z',
    },
  };
  const steps = stepsBy(grantChallenges, recorded(announced));
  expect(steps.map(({ schedule }) => schedule?.key)).toEqual([`${competitionId} ${ada}`, `${competitionId} ${ben}`]);
  expect(grantChallenges.command(due(steps) as never)).toMatchObject({
    won: {
      share: {
        memberId: ada,
        competitionId,
        day: '2026-12-15',
        shareCents: 800,
        prizeCents: 3_000,
        entries: [
          { entryId: entryIds(5).entryId, cents: 3_500 },
          { entryId: entryIds(3).entryId, cents: 300 },
        ],
      },
      prizes: [{ entryId: entryIds(5).entryId, tenths: 5_000, note: 'Poster Design Challenge, 1st place' }],
    },
    context: { key: `challenge share ${competitionId} ${ada}`, causationId: cause },
  });
});
