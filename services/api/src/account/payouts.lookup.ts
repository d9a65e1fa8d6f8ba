import { Inject, Injectable } from '@nestjs/common';
import { EarningsLookup } from '../earnings/earnings.lookup.ts';
import type { Account } from './account-state.decider.ts';
import { AccountLookup } from './account.lookup.ts';
import { heldCents } from './cover.decider.ts';
import { PAYOUT_SETTINGS, type PayoutsConfig } from './payouts.config.ts';
import { payableOf } from './payouts.decider.ts';

/** A group of more is judged by those nearest to the seller: it is no ring, and each of them is read at its newest. */
const MOST_MEMBERS = 2_000;

/** Read-only door to what can be paid out. */
@Injectable()
export class PayoutsLookup {
  constructor(
    private readonly accounts: AccountLookup,
    private readonly earnings: EarningsLookup,
    @Inject(PAYOUT_SETTINGS) private readonly settings: PayoutsConfig,
  ) {}

  /** What of an account has rested and may be paid out now; tenths of a credit and cents. */
  payable(account: Account): { tenths: number; cents: number } {
    return payableOf(account, this.settings.PAYOUT_REST_DAYS, new Date());
  }

  /** What bounds a payout that is asked for now: days of rest, and room in cents. */
  async boundsOf(memberId: string): Promise<{ restDays: number; roomCents: number }> {
    return { restDays: this.settings.PAYOUT_REST_DAYS, roomCents: await this.roomCents(memberId) };
  }

  /** As `roomOf`, of the accounts as they stand now, whatever processes have still to tell. */
  roomCents(memberId: string): Promise<number> {
    return roomOf(memberId, {
      account: (id) => this.accounts.of(id),
      buyersOf: async (id) => Object.values((await this.earnings.of(id)).sales).map(({ buyerId }) => buyerId),
    });
  }
}

/** Where accounts and sales are looked up. */
interface Trades {
  account(memberId: string): Promise<Account>;
  buyersOf(memberId: string): Promise<readonly string[]>;
}

/**
 * What a seller's group, whoever traded with whomever it traded with, has paid for good beyond what it was paid out; in
 * cents, below zero where it was paid out more.
 *
 * While nothing is taken back after a payout there is always room: of each payment, sales bring at most nine tenths (credits
 * cost at least 3.33 cents and bring 0.6 × 5) or half (dollars), what is taken back takes its sales' earnings along, and
 * whoever owes spends nothing. A payment that is taken back after the payout leaves bad debt, which no rule about single
 * accounts bounds: another of the group would be paid out of as little as that one pays. So the group waits until it has
 * paid, or been found to have paid, what it was paid out.
 */
export async function roomOf(memberId: string, trades: Trades): Promise<number> {
  const group = new Set([memberId]);
  let room = 0;
  // A set is walked in the order of its making, those added meanwhile too: the nearest come first.
  for (const id of group) {
    const [account, buyers] = await Promise.all([trades.account(id), trades.buyersOf(id)]);
    room += heldCents(account) - account.paidOut.payoutCents;
    const sellers = Object.values(account.purchases).map(({ sellerId }) => sellerId);
    for (const partner of [...buyers, ...sellers]) if (group.size < MOST_MEMBERS) group.add(partner);
  }
  return room;
}
