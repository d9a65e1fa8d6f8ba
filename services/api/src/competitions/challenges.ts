import { challengeKinds } from '@easel/contracts/competitions/kinds';
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

/** Loads challenges for this feature. Other features use CompetitionsLookup. */
@Injectable()
export class Challenges {
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
}
