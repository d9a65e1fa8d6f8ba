import { utcMonth } from '@easel/contracts/account/policy';
import { challengeKinds, announcedFrom, challengeWindow } from '@easel/contracts/competitions/policy';
import { competitionStream } from '@easel/contracts/competitions/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { competitionIdOf } from './competition-id.ts';
import { competition } from './competition.decider.ts';
import type { Competition } from './competition-state.decider.ts';

export interface FoundCompetition {
  id: string;
  state: Competition;
}

/** How long after its close a challenge is looked for whose winners have not been announced. */
const MONTHS_BACK = 12;

/** Read-only door to challenges, straight from their streams. */
@Injectable()
export class CompetitionsLookup {
  constructor(private readonly runner: DeciderRunner) {}

  async of(competitionId: string): Promise<Competition> {
    return (await this.runner.fold(competitionStream.nameOf(competitionId), competition)).state;
  }

  /** The challenges of a UTC month, prepared or not. */
  ofMonth(month: string): Promise<FoundCompetition[]> {
    return Promise.all(
      challengeKinds.map(async (kind) => {
        const id = competitionIdOf(kind, month);
        return { id, state: await this.of(id) };
      }),
    );
  }

  /**
   * Until when a member waits for the shares of entries that have sold something, in challenges that have closed and
   * whose winners are not announced: the instant from which they may be, by challenge.
   */
  async sharesDue(memberId: string, now: Date): Promise<Date[]> {
    const found = await Promise.all(monthsUpTo(now).map((month) => this.ofMonth(month)));
    return found.flat().flatMap(({ state }) => {
      const hasSold = Object.keys(state.soldCents).some((entryId) => {
        const entry = state.entries[entryId];
        return entry?.memberId === memberId && !entry.isDisqualified;
      });
      return state.phase === 'closed' && hasSold ? [announcedFrom(challengeWindow(state.month).closesAt)] : [];
    });
  }
}

const monthsUpTo = (now: Date): string[] =>
  Array.from({ length: MONTHS_BACK }, (_, back) =>
    utcMonth(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back - 1, 1))),
  );
