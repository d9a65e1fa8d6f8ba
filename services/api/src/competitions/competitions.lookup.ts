import { utcMonth } from '@easel/contracts/account/policy';
import { announcedFrom, challengeWindow } from '@easel/contracts/competitions/policy';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { Challenges } from './challenges.ts';

/** How long after its close a challenge is looked for whose winners have not been announced. */
const MONTHS_BACK = 12;

/** Read-only door to challenges, straight from their streams, for other features. */
@Injectable()
export class CompetitionsLookup {
  private readonly challenges: Challenges;

  constructor(runner: DeciderRunner) {
    this.challenges = new Challenges(runner);
  }

  /**
   * Until when a member waits for the shares of entries that have sold something, in challenges that have closed and
   * whose winners are not announced: the instant from which they may be, by challenge.
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
