import { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { Inject, Injectable } from '@nestjs/common';
import { EarningsLookup } from '../earnings/earnings.lookup.ts';
import { roomOf } from './payout-room.ts';
import { PAYOUT_SETTINGS, type PayoutsConfig } from './payouts.config.ts';
import { payableOf } from './payouts.decider.ts';
import { presentAccount } from './present-account.ts';

/** In tenths of a credit and cents of a dollar. */
interface Earned {
  tenths: number;
  cents: number;
}

/** Read-only door to what can be paid out. */
@Injectable()
export class PayoutsLookup {
  constructor(
    private readonly runner: DeciderRunner,
    private readonly earnings: EarningsLookup,
    @Inject(PAYOUT_SETTINGS) private readonly settings: PayoutsConfig,
  ) {}

  /** What of an account has rested and may be paid out now, and by id what was asked for and is not paid out yet. */
  async of(memberId: string): Promise<{ payable: Earned; open: Readonly<Record<string, Earned>> }> {
    const account = await presentAccount(this.runner, memberId);
    return { payable: payableOf(account, this.settings.PAYOUT_REST_DAYS, new Date()), open: account.payouts };
  }

  /** What bounds a payout that is asked for now: days of rest, and room in cents. */
  async boundsOf(memberId: string): Promise<{ restDays: number; roomCents: number }> {
    return { restDays: this.settings.PAYOUT_REST_DAYS, roomCents: await this.roomCents(memberId) };
  }

  /** As `roomOf`, of the accounts as they stand now, whatever processes have still to tell. */
  roomCents(memberId: string): Promise<number> {
    return roomOf(memberId, {
      account: (id) => presentAccount(this.runner, id),
      buyersOf: (id) => this.earnings.buyersOf(id),
    });
  }
}
