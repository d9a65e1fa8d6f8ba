import { monthlyImageLimit } from '@easel/contracts/account/policy';
import type { OwnChatState } from '@easel/contracts/chat/http';
import { downloadLimits } from '@easel/contracts/downloads/policy';
import { centsToDollars, tenthsToCredits } from '@easel/contracts/kernel/money';
import { tierLabel } from '@easel/contracts/subscriptions/policy';
import { Injectable } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { EarningsLookup } from '../earnings/earnings.lookup.ts';
import { PayoutsLookup } from '../earnings/payouts.lookup.ts';
import { OrdersUnderWayLookup } from '../orders/orders-under-way.lookup.ts';

const both = ({ tenths, cents }: { tenths: number; cents: number }): { credits: number; dollars: number } => ({
  credits: tenthsToCredits(tenths),
  dollars: centsToDollars(cents),
});

/** Collects what the assistant needs to know about the caller. */
@Injectable()
export class OwnChatStates {
  constructor(
    private readonly accounts: AccountLookup,
    private readonly earnings: EarningsLookup,
    private readonly payouts: PayoutsLookup,
    private readonly orders: OrdersUnderWayLookup,
  ) {}

  async of(memberId: string, now: Date): Promise<OwnChatState> {
    const [account, resting, { payable, open }, orders] = await Promise.all([
      this.accounts.of(memberId),
      this.earnings.resting(memberId),
      this.payouts.of(memberId),
      this.orders.of(memberId, now),
    ]);
    const { tier, subscription } = account;
    return {
      ...both({ tenths: account.availableTenths, cents: account.cents }),
      plan: { tier, label: tierLabel(tier), endsAt: tier === 'free' ? null : subscription.endDate },
      images: { used: account.imagesThisMonth, limit: monthlyImageLimit(tier) },
      downloads: { used: account.downloadsThisMonth, limit: downloadLimits(tier).monthly },
      orders: orders.map(({ orderId: id, reference, status }) => ({ id, reference, status })),
      earnings: {
        resting: { ...both(resting), settlesAt: resting.settlesAt?.toISOString() ?? null },
        payable: both(payable),
      },
      payouts: Object.entries(open).map(([id, sums]) => ({ id, ...both(sums) })),
      generations: { running: account.openHolds },
    };
  }
}
