import type { Erasure } from '@easel/contracts/erasure/http';
import { canBeGivenUp } from '@easel/contracts/erasure/policy';
import { isPayable, payoutCents } from '@easel/contracts/earnings/policy';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { Injectable } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { CompetitionsLookup } from '../competitions/competitions.lookup.ts';
import { EarningsLookup } from '../earnings/earnings.lookup.ts';
import { PayoutsLookup } from '../earnings/payouts.lookup.ts';
import { OrdersUnderWayLookup } from '../orders/orders-under-way.lookup.ts';

/** What stands in the way of erasing a member, and what would be gone with them, as their account says now. */
@Injectable()
export class Obstacles {
  constructor(
    private readonly accounts: AccountLookup,
    private readonly earnings: EarningsLookup,
    private readonly payouts: PayoutsLookup,
    private readonly orders: OrdersUnderWayLookup,
    private readonly competitions: CompetitionsLookup,
  ) {}

  async of(memberId: string, givesUp: boolean): Promise<Pick<Erasure, 'waitsFor' | 'goes'>> {
    const [account, earned, resting, { open }, orders, sharesDue] = await Promise.all([
      this.accounts.of(memberId),
      // Rested or not: it is theirs.
      this.accounts.payoutsOf(memberId, 0),
      this.earnings.resting(memberId),
      this.payouts.of(memberId),
      this.orders.of(memberId, new Date()),
      this.competitions.sharesDue(memberId, new Date()),
    ]);
    // Earned dollars that came to the account stand in the wallet; what is too little to be paid out is not waited for.
    const owed = { tenths: earned.payable.tenths + resting.tenths, cents: resting.cents };
    const payouts = Object.values(open).reduce((sum, payout) => sum + payoutCents(payout), 0);
    const found: Erasure['waitsFor'] = [
      ...(account.cents > 0 ? [{ kind: 'wallet', amount: centsToDollars(account.cents) } as const] : []),
      ...(isPayable(owed) ? [{ kind: 'earnings', amount: centsToDollars(payoutCents(owed)) } as const] : []),
      ...(account.owing ? [{ kind: 'owing', amount: null } as const] : []),
      ...(account.disputed ? [{ kind: 'dispute', amount: null } as const] : []),
      ...(payouts > 0 ? [{ kind: 'payout', amount: centsToDollars(payouts) } as const] : []),
      ...orders.map(
        ({ reference, until }) => ({ kind: 'order', amount: null, reference, until: until.toISOString() }) as const,
      ),
      // What it comes to is known when the winners are announced.
      ...sharesDue.map((from) => ({ kind: 'challenge', amount: null, until: from.toISOString() }) as const),
    ];
    return {
      waitsFor: found.filter(({ kind }) => !(givesUp && canBeGivenUp(kind))),
      goes: {
        credits: tenthsToCredits(Math.max(0, account.availableTenths + account.heldTenths)),
        plan: account.tier !== 'free',
      },
    };
  }
}
