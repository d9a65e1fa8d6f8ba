import { utcMonth } from '@easel/contracts/account/policy';
import { announcedFrom, challengeWindow } from '@easel/contracts/competitions/policy';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { Challenges } from './challenges.ts';

/** Months back in which challenges without an announcement are searched. */
const MONTHS_BACK = 12;

/** Read-only access to challenges for other features, from their streams. */
@Injectable()
export class CompetitionsLookup {
  private readonly challenges: Challenges;

  constructor(runner: DeciderRunner) {
    this.challenges = new Challenges(runner);
  }

  /**
   * Returns when winners can be announced at the earliest, for each closed challenge without an announcement in which
   * an entry of the member has sold something.
   */
  async sharesDue(memberId: string, now: Date): Promise<Date[]> {
    const found = await Promise.all(monthsUpTo(now).map((month) => this.challenges.ofMonth(month)));
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
