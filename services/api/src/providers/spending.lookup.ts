import { spendingId, spendingStream } from '@easel/contracts/providers/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { spending } from './spending.decider.ts';

/** Reservations of one day, in millionths of a dollar. */
export interface Spent {
  readonly micros: number;
  microsOf(memberId: string): number;
}

/** Read-only access to the reservations at providers with a budget. */
@Injectable()
export class SpendingLookup {
  constructor(private readonly runner: DeciderRunner) {}

  /** Returns the reservations of the UTC day that contains `at`. */
  async of(provider: string, at: Date): Promise<Spent> {
    const day = at.toISOString().slice(0, 10);
    const { state } = await this.runner.fold(spendingStream.nameOf(spendingId(provider, day)), spending);
    return { micros: state.micros, microsOf: (memberId) => state.byMember[memberId] ?? 0 };
  }
}
