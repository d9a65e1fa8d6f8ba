import { Injectable } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { EarningsLookup } from './earnings.lookup.ts';
import { once, ringOf } from './trading-group.ts';

/** Sales that are in no account. */
export type OtherSales = readonly { buyerId: string; sellerId: string }[];

/** Read-only access to members who trade in a circle. */
@Injectable()
export class RingsLookup {
  constructor(
    private readonly accounts: AccountLookup,
    private readonly earnings: EarningsLookup,
  ) {}

  /**
   * Returns a function that finds the members with whom a member trades in a circle (`ringOf`), by purchases of images
   * and these other sales. It reads each account once: do not keep it.
   */
  among(others: OtherSales): (memberId: string) => Promise<ReadonlySet<string>> {
    const sellers = Map.groupBy(others, ({ buyerId }) => buyerId);
    const buyers = Map.groupBy(others, ({ sellerId }) => sellerId);
    const deals = {
      sellersOf: once(async (id) => [
        ...(await this.accounts.dealingsOf(id)).sellers,
        ...(sellers.get(id) ?? []).map(({ sellerId }) => sellerId),
      ]),
      buyersOf: once(async (id) => [
        ...(await this.earnings.buyersOf(id)),
        ...(buyers.get(id) ?? []).map(({ buyerId }) => buyerId),
      ]),
    };
    return (memberId) => ringOf(memberId, deals);
  }
}
