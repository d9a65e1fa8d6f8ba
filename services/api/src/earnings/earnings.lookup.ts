import { earningsStream } from '@easel/contracts/earnings/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { earnings, type Earnings } from './earnings.decider.ts';

/** Read-only door to what members' sales bring. */
@Injectable()
export class EarningsLookup {
  constructor(private readonly runner: DeciderRunner) {}

  async of(memberId: string): Promise<Earnings> {
    const { state } = await this.runner.fold(earningsStream.nameOf(memberId), earnings);
    return state;
  }
}
