import { Inject, Injectable } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { EarningsLookup } from './earnings.lookup.ts';
import { roomOf } from './payout-room.ts';
import { PAYOUT_SETTINGS, type PayoutsConfig } from './payouts.config.ts';

type Payouts = Awaited<ReturnType<AccountLookup['payoutsOf']>> & { restDays: number };

/** Read-only door to what can be paid out. */
@Injectable()
export class PayoutsLookup {
  constructor(
    private readonly accounts: AccountLookup,
    private readonly earnings: EarningsLookup,
    @Inject(PAYOUT_SETTINGS) private readonly settings: PayoutsConfig,
  ) {}

  /**
   * What of an account has rested and may be paid out now, what rests still and for how many days it does, and by id
   * what was asked for and is not paid out yet.
   */
  async of(memberId: string): Promise<Payouts> {
    const restDays = this.settings.PAYOUT_REST_DAYS;
    return { ...(await this.accounts.payoutsOf(memberId, restDays)), restDays };
  }

  /** What bounds a payout that is asked for now: days of rest, and room in cents. */
  async boundsOf(memberId: string): Promise<{ restDays: number; roomCents: number }> {
    return { restDays: this.settings.PAYOUT_REST_DAYS, roomCents: await this.roomCents(memberId) };
  }

  /** As `roomOf`, of the accounts as they stand now, whatever processes have still to tell. */
  roomCents(memberId: string): Promise<number> {
    return roomOf(memberId, {
      dealingsOf: (id) => this.accounts.dealingsOf(id),
      buyersOf: (id) => this.earnings.buyersOf(id),
    });
  }
}
