import { Inject, Injectable } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { EarningsLookup } from './earnings.lookup.ts';
import { roomOf } from './payout-room.ts';
import { PAYOUT_SETTINGS, type PayoutsConfig } from './payouts.config.ts';

type Payouts = Awaited<ReturnType<AccountLookup['payoutsOf']>> & { restDays: number };

/** Read-only access to what can be paid out. */
@Injectable()
export class PayoutsLookup {
  constructor(
    private readonly accounts: AccountLookup,
    private readonly earnings: EarningsLookup,
    @Inject(PAYOUT_SETTINGS) private readonly settings: PayoutsConfig,
  ) {}

  /**
   * Returns what can be paid out now, what cannot be yet and for how many days, and open payout requests by id.
   */
  async of(memberId: string): Promise<Payouts> {
    const restDays = this.settings.PAYOUT_REST_DAYS;
    return { ...(await this.accounts.payoutsOf(memberId, restDays)), restDays };
  }

  /** Returns the limits of a payout requested now: days of rest, and room in cents. */
  async boundsOf(memberId: string): Promise<{ restDays: number; roomCents: number }> {
    return { restDays: this.settings.PAYOUT_REST_DAYS, roomCents: await this.roomCents(memberId) };
  }

  /** Returns `roomOf` from the current accounts, without changes that processes have not made yet. */
  roomCents(memberId: string): Promise<number> {
    return roomOf(memberId, {
      dealingsOf: (id) => this.accounts.dealingsOf(id),
      buyersOf: (id) => this.earnings.buyersOf(id),
    });
  }
}
