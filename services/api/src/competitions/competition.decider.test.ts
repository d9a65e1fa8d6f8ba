import type { CompetitionFact } from '@easel/contracts/competitions/events';
import { competitionProblems } from '@easel/contracts/competitions/policy';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { competition, entriesLeft, type CompetitionCommand } from './competition.decider.ts';
import {
  ada,
  ben,
  closed,
  closesAt,
  competitionId,
  disqualified,
  entryIds,
  inWindow,
  kind,
  month,
  opened,
  opensAt,
  prepared,
  submitted,
  withdrawn,
  words,
} from './testing/competition-facts.ts';

type Named<Type extends CompetitionCommand['type']> = Extract<CompetitionCommand, { type: Type }>;

const before = (instant: Date): Date => new Date(instant.getTime() - 1);
const october = new Date('2026-10-20T10:00:00.000Z');

const prepare = (change: Partial<Named<'PrepareCompetition'>> = {}): Named<'PrepareCompetition'> => ({
  type: 'PrepareCompetition',
  competitionId,
  kind,
  month,
  ...words,
  at: october,
  ...change,
});
const open = (at: Date): CompetitionCommand => ({ type: 'OpenCompetition', competitionId, at });
const submit = (n: number, memberId = ada, at = inWindow): Named<'SubmitEntry'> => ({
  type: 'SubmitEntry',
  ...entryIds(n, memberId),
  widthPx: 3840,
  heightPx: 2304,
  thumbhash: 'AAAA',
  wasPublic: false,
  at,
});
const withdraw = (n: number, change: Partial<Named<'WithdrawEntry'>> = {}): Named<'WithdrawEntry'> => ({
  type: 'WithdrawEntry',
  competitionId,
  entryId: entryIds(n).entryId,
  memberId: ada,
  reason: 'by-member',
  at: inWindow,
  ...change,
});
const disqualify = (n: number): CompetitionCommand => ({
  type: 'DisqualifyEntry',
  competitionId,
  entryId: entryIds(n).entryId,
  reason: 'a copy',
  at: inWindow,
});
const close = (at = closesAt, ...sold: Named<'CloseCompetition'>['sold']): Named<'CloseCompetition'> => ({
  type: 'CloseCompetition',
  competitionId,
  sold,
  at,
});

describe('preparing', () => {
  test('sets the theme of a month once, and treats the same theme and description as a repeat', () => {
    given(competition).when(prepare()).then(prepared);
    given(competition, prepared).when(prepare()).thenNothing();
    given(competition, prepared)
      .when(prepare({ theme: 'Dunes' }))
      .thenRefuses(competitionProblems.exists);
    given(competition, prepared, opened).when(prepare()).thenNothing();
  });

  test('opens the current month at once, and refuses one that has ended', () => {
    const facts = given(competition)
      .when(prepare({ at: inWindow }))
      .facts();
    expect(facts.map(({ type }) => type)).toEqual(['CompetitionPrepared', 'CompetitionOpened']);
    expect(facts[1]).toMatchObject({
      data: { closesAt: closesAt.toISOString(), openedAt: inWindow.toISOString() },
    });
    expect(
      given(competition)
        .when(prepare({ at: before(closesAt) }))
        .facts(),
    ).toHaveLength(2);
    given(competition)
      .when(prepare({ at: closesAt }))
      .thenRefuses(competitionProblems.monthPast);
  });

  test('lets the theme be changed until it opens', () => {
    const revise = {
      type: 'ReviseCompetition',
      competitionId,
      theme: 'Dunes',
      description: 'Sand',
      at: october,
    } as const;
    const revised: CompetitionFact = {
      type: 'CompetitionRevised',
      data: { competitionId, theme: 'Dunes', description: 'Sand', revisedAt: october.toISOString() },
    };
    given(competition).when(revise).thenRefuses(competitionProblems.notFound);
    given(competition, prepared).when(revise).then(revised);
    given(competition, prepared, revised).when(revise).thenNothing();
    given(competition, prepared, opened).when(revise).thenRefuses(competitionProblems.begun);
    expect(given(competition, prepared, revised).when(open(opensAt)).facts()).toMatchObject([
      { data: { theme: 'Dunes', description: 'Sand' } },
    ]);
  });
});

test('opens once, at the first instant of its month', () => {
  given(competition, prepared)
    .when(open(before(opensAt)))
    .thenNothing();
  given(competition, prepared).when(open(opensAt)).then(opened);
  given(competition, prepared, opened).when(open(opensAt)).thenNothing();
  given(competition).when(open(opensAt)).thenNothing();
  const asked = { type: 'OpenCompetition', competitionId, at: before(opensAt) } as const;
  expect(competition.again?.(asked, given(competition, prepared).state())).toEqual(opensAt);
  expect(competition.again?.(asked, given(competition, prepared, opened).state())).toBeUndefined();
});

describe('an entry', () => {
  test('is accepted while the challenge is open, and once if it is repeated', () => {
    given(competition, prepared, opened).when(submit(3)).then(submitted(3));
    given(competition, prepared, opened, submitted(3)).when(submit(3)).thenNothing();
    given(competition, prepared, opened, submitted(3), withdrawn(3)).when(submit(3)).thenNothing();
  });

  test('is refused outside the window, also if closing is late', () => {
    given(competition).when(submit(3)).thenRefuses(competitionProblems.notFound);
    given(competition, prepared).when(submit(3)).thenRefuses(competitionProblems.notOpen);
    expect(
      given(competition, prepared, opened)
        .when(submit(3, ada, before(closesAt)))
        .facts(),
    ).toHaveLength(1);
    given(competition, prepared, opened)
      .when(submit(3, ada, closesAt))
      .thenRefuses(competitionProblems.notOpen);
    given(competition, prepared, opened, closed()).when(submit(3)).thenRefuses(competitionProblems.notOpen);
  });

  test('is one of at most three per member, including disqualified ones', () => {
    const three = [submitted(3), submitted(4), submitted(5)];
    given(competition, prepared, opened, ...three)
      .when(submit(6))
      .thenRefuses(competitionProblems.tooMany);
    given(competition, prepared, opened, ...three, disqualified(3))
      .when(submit(6))
      .thenRefuses(competitionProblems.tooMany);
    given(competition, prepared, opened, ...three, withdrawn(3))
      .when(submit(6))
      .then(submitted(6));
    given(competition, prepared, opened, ...three)
      .when(submit(6, ben))
      .then(submitted(6, ben));
    expect(entriesLeft(given(competition, prepared, opened, ...three, withdrawn(3)).state(), ada)).toBe(1);
    expect(entriesLeft(given(competition, prepared, opened, ...three).state(), ben)).toBe(3);
  });

  test('is refused for a generation that is entered already, unless that entry was withdrawn', () => {
    const again = { ...submit(6), generationId: entryIds(3).generationId };
    given(competition, prepared, opened, submitted(3)).when(again).thenRefuses(competitionProblems.enteredAlready);
    given(competition, prepared, opened, submitted(3), disqualified(3))
      .when(again)
      .thenRefuses(competitionProblems.disqualified);
    expect(given(competition, prepared, opened, submitted(3), withdrawn(3)).when(again).facts()).toHaveLength(1);
  });
});

describe('withdrawing', () => {
  const entered = [prepared, opened, submitted(3)];

  test('ends one’s own entry until the close, and ignores a repeat', () => {
    given(competition, ...entered)
      .when(withdraw(3))
      .then(withdrawn(3));
    given(competition, ...entered, withdrawn(3))
      .when(withdraw(3))
      .thenNothing();
    given(competition, ...entered)
      .when(withdraw(3, { at: closesAt }))
      .thenRefuses(competitionProblems.notOpen);
    given(competition, ...entered)
      .when(withdraw(3, { memberId: ben }))
      .thenRefuses(competitionProblems.notFound);
    given(competition, ...entered, withdrawn(3))
      .when(withdraw(3, { memberId: ben }))
      .thenRefuses(competitionProblems.notFound);
    given(competition, ...entered)
      .when(withdraw(4))
      .thenRefuses(competitionProblems.notFound);
  });

  test('follows a picture that is gone after the close as well, but not after the announcement', () => {
    const gone = withdraw(3, { reason: 'picture-gone', at: closesAt });
    expect(
      given(competition, ...entered, closed())
        .when(gone)
        .facts(),
    ).toMatchObject([{ type: 'EntryWithdrawn', data: { reason: 'picture-gone' } }]);
    const announced: CompetitionFact = {
      type: 'WinnersAnnounced',
      data: {
        competitionId,
        kind,
        month,
        totalCents: 0,
        houseCents: 0,
        entries: [],
        proposedBy: ben,
        confirmedBy: ada,
        announcedAt: '2026-12-15T00:00:00.000Z',
      },
    };
    given(competition, ...entered, closed(), announced)
      .when(gone)
      .thenNothing();
    given(competition, ...entered, closed(), announced)
      .when(disqualify(3))
      .thenRefuses(competitionProblems.announced);
  });

  test('leaves a disqualified entry unchanged', () => {
    given(competition, ...entered, disqualified(3))
      .when(withdraw(3))
      .thenNothing();
  });
});

test('disqualifies an entry once, with its reason', () => {
  given(competition, prepared, opened, submitted(3)).when(disqualify(3)).then(disqualified(3));
  given(competition, prepared, opened, submitted(3), disqualified(3)).when(disqualify(3)).thenNothing();
  given(competition, prepared, opened, submitted(3), closed()).when(disqualify(3)).then(disqualified(3));
  given(competition, prepared, opened).when(disqualify(3)).thenRefuses(competitionProblems.notFound);
  given(competition, prepared, opened, submitted(3), withdrawn(3))
    .when(disqualify(3))
    .thenRefuses(competitionProblems.notFound);
});

test('closes once after the end of the month, with the highest proceeds first', () => {
  const entered = [prepared, opened, submitted(3), submitted(4, ben), submitted(5, ben), disqualified(5, ben)];
  const sold = [3, 4, 5, 6].map((n) => ({ entryId: entryIds(n).entryId, proceedsCents: n * 100, buyers: 1 }));
  given(competition, ...entered)
    .when(close(before(closesAt), ...sold))
    .thenNothing();
  given(competition, ...entered)
    .when(close(closesAt, ...sold))
    .then(
      closed([
        { entryId: entryIds(4).entryId, memberId: ben, proceedsCents: 400, buyers: 1 },
        { entryId: entryIds(3).entryId, memberId: ada, proceedsCents: 300, buyers: 1 },
      ]),
    );
  given(competition, ...entered, closed())
    .when(close(closesAt, ...sold))
    .thenNothing();
  given(competition, prepared).when(close()).thenNothing();
});

test('has a state that is JSON, and small for ten thousand entries', () => {
  const entries = Array.from({ length: 10_000 }, (_, n) =>
    submitted(3, `${n}`, { entryId: `${n}`, generationId: `g${n}` }),
  );
  const state = given(competition, prepared, opened, ...entries).state();
  const text = JSON.stringify(state);
  expect(JSON.parse(text)).toEqual(state);
  expect(text.length).toBeLessThan(3_000_000);
});
