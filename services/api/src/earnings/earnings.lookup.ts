import { earningsStream } from '@easel/contracts/earnings/stream';
import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Injectable } from '@nestjs/common';
import { earnings, nextSettlement, type Earnings } from './earnings.decider.ts';

/** A member's earnings that are not in the account yet, in tenths of a credit and cents of a dollar. */
export interface RestingEarnings {
  tenths: number;
  cents: number;
  /** Number of sales, without those that earn nothing. */
  sales: number;
  settlesAt: Date | undefined;
}

/** Read-only access to members' earnings. */
@Injectable()
export class EarningsLookup {
  constructor(private readonly runner: DeciderRunner) {}

  async resting(memberId: string): Promise<RestingEarnings> {
    const state = await this.fold(memberId);
    const sum = (of: 'tenths' | 'cents'): number => state.resting.reduce((total, accrual) => total + accrual[of], 0);
    return {
      tenths: sum('tenths'),
      cents: sum('cents'),
      sales: state.resting.filter(({ tenths, cents }) => tenths > 0 || cents > 0).length,
      settlesAt: nextSettlement(state),
    };
  }

  /** Returns a member's buyers, one per sale. */
  async buyersOf(memberId: string): Promise<string[]> {
    return Object.values((await this.fold(memberId)).sales).map(({ buyerId }) => buyerId);
  }

  private async fold(memberId: string): Promise<Earnings> {
    return (await this.runner.fold(earningsStream.nameOf(memberId), earnings)).state;
  }
}
