import { trialDays } from '@easel/contracts/trials/policy';
import { trialsStream } from '@easel/contracts/trials/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { trials } from './trials.decider.ts';

/** Read-only door to what visitors have had made. */
@Injectable()
export class TrialsLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** Ids of a visitor's pictures, the latest first, as far back as any of them is still there. */
  async of(visitorId: string): Promise<string[]> {
    const days = await Promise.all(
      trialDays(new Date()).map((day) => this.runner.fold(trialsStream.nameOf(day), trials)),
    );
    return days.flatMap(({ state }) =>
      [...state.claims]
        .filter(([, claim]) => claim.visitorId === visitorId)
        .map(([generationId]) => generationId)
        .toReversed(),
    );
  }
}
