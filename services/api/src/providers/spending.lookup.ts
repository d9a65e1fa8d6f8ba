import { spendingId, spendingStream } from '@easel/contracts/providers/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { spending, type Spending } from './spending.decider.ts';

/** Read-only door to what was reserved at providers that have a budget. */
@Injectable()
export class SpendingLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** Of the UTC day of this instant. */
  async of(provider: string, at: Date): Promise<Spending> {
    const day = at.toISOString().slice(0, 10);
    const { state } = await this.runner.fold(spendingStream.nameOf(spendingId(provider, day)), spending);
    return state;
  }
}
