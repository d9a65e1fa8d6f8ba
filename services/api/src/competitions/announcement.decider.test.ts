import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { competitionProblems } from '@easel/contracts/competitions/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import type { AnnounceWinners } from './announcement.decider.ts';
import { competition } from './competition.decider.ts';
import {
  ada,
  ben,
  closed,
  competitionId,
  disqualified,
  entryIds,
  idOf,
  kind,
  month,
  opened,
  prepared,
  submitted,
  withdrawn,
} from './testing/competition-facts.ts';

const [one, other] = [idOf(8), idOf(9)];
const due = new Date('2026-12-15T00:00:00.000Z');
const after = (hours: number): Date => new Date(due.getTime() + hours * 3_600_000);
const announce = (operatorId: string, change: Partial<AnnounceWinners> = {}): AnnounceWinners => ({
  type: 'AnnounceWinners',
  competitionId,
  operatorId,
  proposalId: idOf(5),
  otherAdmins: true,
  sold: [],
  at: due,
  ...change,
});
const proposed: CompetitionFact = {
  type: 'AnnouncementProposed',
  data: { competitionId, operatorId: one, proposalId: idOf(5), proposedAt: due.toISOString() },
};
const again = { proposalId: idOf(6) };
const entered = [prepared, opened, submitted(3), submitted(4, ben)];
const sold = [
  { entryId: entryIds(3).entryId, proceedsCents: 4_000, buyers: 1 },
  { entryId: entryIds(4).entryId, proceedsCents: 10_000, buyers: 2 },
];

describe('announcing', () => {
  test('is refused until fourteen days after the close', () => {
    given(competition).when(announce(one)).thenRefuses(competitionProblems.notFound);
    given(competition, ...entered)
      .when(announce(one))
      .thenRefuses(competitionProblems.notClosed);
    given(competition, ...entered, closed())
      .when(announce(one, { at: new Date(due.getTime() - 1) }))
      .thenRefuses(competitionProblems.tooEarly);
  });

  test('is proposed by one admin, and a repeat of the request does not confirm it', () => {
    given(competition, ...entered, closed())
      .when(announce(one, { sold }))
      .then(proposed);
    given(competition, ...entered, closed(), proposed)
      .when(announce(one, { at: after(48), otherAdmins: false }))
      .thenNothing();
  });

  test('is confirmed by another admin, with the amounts of each entry', () => {
    given(competition, ...entered, closed(), proposed)
      .when(announce(other, { ...again, sold }))
      .then({
        type: 'WinnersAnnounced',
        data: {
          competitionId,
          kind,
          month,
          totalCents: 14_000,
          houseCents: 14_000 - 1_000 - 400 - 3_500,
          entries: [
            {
              entryId: entryIds(4).entryId,
              memberId: ben,
              generationId: entryIds(4).generationId,
              variantId: entryIds(4).variantId,
              proceedsCents: 10_000,
              buyers: 2,
              shareCents: 1_000,
              place: 1,
              prizeCents: 3_500,
              prizeTenths: 5_000,
            },
            {
              entryId: entryIds(3).entryId,
              memberId: ada,
              generationId: entryIds(3).generationId,
              variantId: entryIds(3).variantId,
              proceedsCents: 4_000,
              buyers: 1,
              shareCents: 400,
              place: null,
              prizeCents: 0,
              prizeTenths: 0,
            },
          ],
          proposedBy: one,
          confirmedBy: other,
          announcedAt: due.toISOString(),
        },
      });
  });

  test('is confirmed by the same admin only after a day, and only if no other is active', () => {
    const history = [...entered, closed(), proposed];
    for (const change of [
      { ...again, at: after(23), otherAdmins: false },
      { ...again, at: after(48), otherAdmins: true },
    ]) {
      given(competition, ...history)
        .when(announce(one, change))
        .thenRefuses(competitionProblems.needsAnother);
    }
    expect(
      given(competition, ...history)
        .when(announce(one, { ...again, at: after(24), otherAdmins: false }))
        .facts(),
    ).toMatchObject([{ type: 'WinnersAnnounced', data: { proposedBy: one, confirmedBy: one } }]);
  });

  test('happens once, whichever admin repeats it', () => {
    const [announced] = given(competition, ...entered, closed(), proposed)
      .when(announce(other, again))
      .facts();
    for (const operatorId of [one, other]) {
      given(competition, ...entered, closed(), proposed, ...(announced ? [announced] : []))
        .when(announce(operatorId, { proposalId: idOf(7), sold }))
        .thenNothing();
    }
    expect(announced).toMatchObject({ type: 'WinnersAnnounced', data: { totalCents: 0, entries: [] } });
  });

  test('gives neither share nor place to disqualified and withdrawn entries', () => {
    const history = [...entered, submitted(5), disqualified(4, ben), withdrawn(5), closed(), proposed];
    const all = [...sold, { entryId: entryIds(5).entryId, proceedsCents: 900, buyers: 3 }];
    expect(
      given(competition, ...history)
        .when(announce(other, { ...again, sold: all }))
        .facts(),
    ).toMatchObject([{ data: { totalCents: 4_000, entries: [{ entryId: entryIds(3).entryId, place: null }] } }]);
  });
});
