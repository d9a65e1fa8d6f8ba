import { utcMonth } from '@easel/contracts/account/policy';
import type { CompetitionFact, CompetitionFactData } from '@easel/contracts/competitions/events';
import type { ChallengeKind } from '@easel/contracts/competitions/kinds';
import {
  challengeWindow,
  competitionProblems,
  ENTRIES_MAX,
  type withdrawalReasons,
} from '@easel/contracts/competitions/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Decider } from '@easel/kernel/deciding/decider';
import { announceWinners, tallyOf, type AnnounceWinners, type Sold } from './announcement.decider.ts';
import { evolveCompetition, noCompetition, type Competition } from './competition-state.decider.ts';

interface Words {
  theme: string;
  description: string;
}

interface PrepareCompetition extends Words {
  type: 'PrepareCompetition';
  competitionId: string;
  kind: ChallengeKind;
  month: string;
  at: Date;
}

/** The sender has checked the picture. */
interface SubmitEntry extends Omit<CompetitionFactData<'EntrySubmitted'>, 'kind' | 'closesAt' | 'submittedAt'> {
  type: 'SubmitEntry';
  at: Date;
}

interface WithdrawEntry {
  type: 'WithdrawEntry';
  competitionId: string;
  entryId: string;
  memberId: string;
  reason: (typeof withdrawalReasons)[number];
  at: Date;
}

interface DisqualifyEntry {
  type: 'DisqualifyEntry';
  competitionId: string;
  entryId: string;
  reason: string;
  at: Date;
}

interface CloseCompetition {
  type: 'CloseCompetition';
  competitionId: string;
  sold: readonly Sold[];
  at: Date;
}

export type CompetitionCommand =
  | PrepareCompetition
  | ({ type: 'ReviseCompetition'; competitionId: string; at: Date } & Words)
  | { type: 'OpenCompetition'; competitionId: string; at: Date }
  | SubmitEntry
  | WithdrawEntry
  | DisqualifyEntry
  | CloseCompetition
  | AnnounceWinners;

export const competition: Decider<Competition, CompetitionCommand, CompetitionFact> = {
  snapshot: 'competition@1',
  initial: noCompetition,
  evolve: evolveCompetition,
  again: ({ type }, { phase, month }) =>
    type === 'OpenCompetition' && phase === 'prepared' ? challengeWindow(month).opensAt : undefined,

  decide(command, state) {
    switch (command.type) {
      case 'PrepareCompetition':
        return prepare(command, state);
      case 'ReviseCompetition': {
        const { competitionId, theme, description, at } = command;
        refuseUnlessPrepared(state);
        if (hasSameWords(command, state)) return [];
        if (state.phase !== 'prepared') throw new Refused(competitionProblems.begun);
        const data = { competitionId, theme, description, revisedAt: at.toISOString() };
        return [{ type: 'CompetitionRevised', data }];
      }
      case 'OpenCompetition': {
        const isDue = state.phase === 'prepared' && command.at >= challengeWindow(state.month).opensAt;
        return isDue ? [opened(command.competitionId, state, command.at)] : [];
      }
      case 'SubmitEntry':
        return submit(command, state);
      case 'WithdrawEntry':
        return withdraw(command, state);
      case 'DisqualifyEntry': {
        const { competitionId, entryId, reason, at } = command;
        const entry = state.entries[entryId];
        if (!entry) throw new Refused(competitionProblems.notFound);
        if (entry.isDisqualified) return [];
        if (state.phase === 'announced') throw new Refused(competitionProblems.announced);
        const { memberId, generationId, variantId, wasPublic } = entry;
        const ids = { competitionId, entryId, memberId, generationId, variantId };
        return [{ type: 'EntryDisqualified', data: { ...ids, wasPublic, reason, disqualifiedAt: at.toISOString() } }];
      }
      case 'CloseCompetition':
        return close(command, state);
      case 'AnnounceWinners':
        return announceWinners(command, state);
    }
  },
};

const hasSameWords = (one: Words, other: Words): boolean =>
  one.theme === other.theme && one.description === other.description;

function refuseUnlessPrepared({ phase }: Competition): void {
  if (phase === 'none') throw new Refused(competitionProblems.notFound);
}

/** Prepares a month that has not ended; the current month opens at once. Ignores a repeat with the same texts. */
function prepare(
  { competitionId, kind, month, theme, description, at }: PrepareCompetition,
  state: Competition,
): CompetitionFact[] {
  if (state.phase !== 'none') {
    if (hasSameWords({ theme, description }, state)) return [];
    throw new Refused(competitionProblems.exists);
  }
  if (month < utcMonth(at)) throw new Refused(competitionProblems.monthPast);
  const prepared = { kind, month, theme, description };
  return [
    { type: 'CompetitionPrepared', data: { competitionId, ...prepared, preparedAt: at.toISOString() } },
    ...(month === utcMonth(at) ? [opened(competitionId, prepared, at)] : []),
  ];
}

function opened(
  competitionId: string,
  { kind, month, theme, description }: Pick<Competition, 'kind' | 'month' | 'theme' | 'description'>,
  at: Date,
): CompetitionFact {
  const { opensAt, closesAt } = challengeWindow(month);
  const window = { opensAt: opensAt.toISOString(), closesAt: closesAt.toISOString(), openedAt: at.toISOString() };
  return { type: 'CompetitionOpened', data: { competitionId, kind, month, theme, description, ...window } };
}

/** Whether entries can be made and withdrawn. The window decides, also if closing is late. */
export const isOpen = ({ phase, month }: Competition, at: Date): boolean =>
  phase === 'open' && at < challengeWindow(month).closesAt;

function submit(command: SubmitEntry, state: Competition): CompetitionFact[] {
  const { type: _type, at, ...entry } = command;
  if (entry.entryId in state.entries || entry.entryId in state.withdrawn) return [];
  refuseUnlessPrepared(state);
  if (!isOpen(state, at)) throw new Refused(competitionProblems.notOpen);
  if (isDisqualified(state, entry.generationId)) throw new Refused(competitionProblems.disqualified);
  if (entry.generationId in state.entryOf) throw new Refused(competitionProblems.enteredAlready);
  if (entriesLeft(state, entry.memberId) === 0) throw new Refused(competitionProblems.tooMany);
  const closesAt = challengeWindow(state.month).closesAt.toISOString();
  return [{ type: 'EntrySubmitted', data: { ...entry, kind: state.kind, closesAt, submittedAt: at.toISOString() } }];
}

/** Whether the entry of a picture was disqualified, so that it cannot be entered again. */
export const isDisqualified = ({ entries, entryOf }: Competition, generationId: string): boolean =>
  entries[entryOf[generationId] ?? '']?.isDisqualified === true;

/** Returns how many entries a member can still make. Disqualified entries count. */
export const entriesLeft = ({ counts }: Competition, memberId: string): number =>
  Math.max(0, ENTRIES_MAX - (counts[memberId] ?? 0));

/** Withdraws the entry of a picture that is gone until the announcement, because it may have been gone at the close. */
function withdraw(command: WithdrawEntry, state: Competition): CompetitionFact[] {
  const { competitionId, entryId, memberId, reason, at } = command;
  const entry = state.entries[entryId];
  if (entry?.memberId !== memberId) {
    if (state.withdrawn[entryId]?.memberId === memberId) return [];
    throw new Refused(competitionProblems.notFound);
  }
  if (reason === 'by-member' && !isOpen(state, at)) throw new Refused(competitionProblems.notOpen);
  if (state.phase === 'announced' || entry.isDisqualified) return [];
  const { generationId, variantId, wasPublic } = entry;
  const ids = { competitionId, entryId, memberId, generationId, variantId };
  return [{ type: 'EntryWithdrawn', data: { ...ids, wasPublic, reason, withdrawnAt: at.toISOString() } }];
}

function close({ competitionId, sold, at }: CloseCompetition, state: Competition): CompetitionFact[] {
  if (state.phase !== 'open' || at < challengeWindow(state.month).closesAt) return [];
  const tally = tallyOf(state, sold).map(({ entryId, memberId, proceedsCents, buyers }) => ({
    entryId,
    memberId,
    proceedsCents,
    buyers,
  }));
  const { kind, month } = state;
  return [{ type: 'CompetitionClosed', data: { competitionId, kind, month, tally, closedAt: at.toISOString() } }];
}
