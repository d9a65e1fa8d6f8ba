import { earningsHttp } from '@easel/contracts/earnings/http';
import type { payoutOutcomes } from '@easel/contracts/earnings/policy';
import { centsToDollars, creditsToTenths, tenthsToCredits } from '@easel/contracts/kernel/money';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import { RequestPayout, SettlePayout } from '../account/account.commands.ts';
import { AccountLookup } from '../account/account.lookup.ts';
import { PayoutsLookup } from '../account/payouts.lookup.ts';
import { nextSettlement } from './earnings.decider.ts';
import { EarningsLookup } from './earnings.lookup.ts';

/** Ids of payouts are UUID v5 of their request's key within this namespace: a repeat is the same payout. */
const PAYOUT_NAMESPACE = 'c7a3d4be-6d0e-4b53-8f0c-5b7f1f6b2a94';

interface Both {
  credits: number;
  dollars: number;
}

const both = ({ tenths, cents }: { tenths: number; cents: number }): Both => ({
  credits: tenthsToCredits(tenths),
  dollars: centsToDollars(cents),
});

@Controller()
export class EarningsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly earnings: EarningsLookup,
    private readonly accounts: AccountLookup,
    private readonly payouts: PayoutsLookup,
  ) {}

  @RouteOf(earningsHttp.own)
  async own(@Caller() { id }: CallerValue): Promise<{
    success: true;
    resting: Both & { sales: number; settlesAt: string | null };
    payable: Both;
    payouts: (Both & { id: string })[];
  }> {
    const [earned, account] = await Promise.all([this.earnings.of(id), this.accounts.of(id)]);
    const { resting } = earned;
    const sum = (of: 'tenths' | 'cents'): number => resting.reduce((total, accrual) => total + accrual[of], 0);
    return {
      success: true,
      resting: {
        ...both({ tenths: sum('tenths'), cents: sum('cents') }),
        sales: resting.filter(({ tenths, cents }) => tenths > 0 || cents > 0).length,
        settlesAt: nextSettlement(earned)?.toISOString() ?? null,
      },
      payable: both(this.payouts.payable(account)),
      payouts: Object.entries(account.payouts).map(([payoutId, sums]) => ({ id: payoutId, ...both(sums) })),
    };
  }

  @RouteOf(earningsHttp.requestPayout)
  async requestPayout(
    @Body({ schema: earningsHttp.requestPayout.body }) { credits, dollars }: Both,
    @Caller() { id }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; payoutId: string; amount: number }> {
    const payoutId = uuidV5(context.key, PAYOUT_NAMESPACE);
    const wanted = { payoutId, tenths: creditsToTenths(credits), cents: Math.round(dollars * 100) };
    const { payoutCents } = await this.commands.execute(new RequestPayout(id, wanted, context));
    return { success: true, payoutId, amount: centsToDollars(payoutCents) };
  }

  @RouteOf(earningsHttp.settlePayout)
  async settlePayout(
    @Param({ schema: earningsHttp.settlePayout.params }) { id, payoutId }: { id: string; payoutId: string },
    @Body({ schema: earningsHttp.settlePayout.body })
    { outcome, reason }: { outcome: (typeof payoutOutcomes)[number]; reason: string },
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    await this.commands.execute(new SettlePayout(id, { payoutId, outcome, reason }, context));
    return { success: true };
  }
}
