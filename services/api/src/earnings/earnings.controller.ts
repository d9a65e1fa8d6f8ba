import { accountStream } from '@easel/contracts/account/stream';
import { earningsHttp } from '@easel/contracts/earnings/http';
import { payoutCents, type payoutOutcomes } from '@easel/contracts/earnings/policy';
import { centsToDollars, creditsToTenths, tenthsToCredits } from '@easel/contracts/kernel/money';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { v5 as uuidV5 } from 'uuid';
import type * as z from 'zod/mini';
import type { AccountCommand } from '../account/account.decider.ts';
import { readBankAccount } from './bank-account.ts';
import { OperatorsLookup } from '../operators/operators.lookup.ts';
import { EarningsLookup } from './earnings.lookup.ts';
import { PayoutsLookup } from './payouts.lookup.ts';

/** Ids of payouts are UUID v5 of the request's key in this namespace, so that a repeat has the same id. */
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
    private readonly payouts: PayoutsLookup,
    private readonly operators: OperatorsLookup,
  ) {}

  @RouteOf(earningsHttp.own)
  async own(@Caller() { id }: CallerValue): Promise<z.output<typeof earningsHttp.own.reply>> {
    const [resting, { payable, waiting, restDays, open }] = await Promise.all([
      this.earnings.resting(id),
      this.payouts.of(id),
    ]);
    return {
      success: true,
      resting: {
        ...both(resting),
        sales: resting.sales,
        settlesAt: resting.settlesAt?.toISOString() ?? null,
      },
      waiting: waiting.map(({ payableOn, ...sums }) => ({ payableOn, ...both(sums) })),
      payable: both(payable),
      restDays,
      payouts: Object.entries(open).map(([payoutId, sums]) => ({ id: payoutId, ...both(sums) })),
    };
  }

  @RouteOf(earningsHttp.requestPayout)
  async requestPayout(
    @Body({ schema: earningsHttp.requestPayout.body })
    { credits, dollars, ...typed }: z.output<typeof earningsHttp.requestPayout.body>,
    @Caller() { id }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; payoutId: string; amount: number }> {
    const payoutId = uuidV5(context.key, PAYOUT_NAMESPACE);
    const wanted = { tenths: creditsToTenths(credits), cents: Math.round(dollars * 100) };
    const bankAccount = readBankAccount(typed);
    const bounds = await this.payouts.boundsOf(id);
    await this.commands.execute(
      decide<AccountCommand>(
        accountStream,
        id,
        { type: 'RequestPayout', memberId: id, payoutId, ...wanted, ...bounds, ...bankAccount },
        context,
      ),
    );
    return { success: true, payoutId, amount: centsToDollars(payoutCents(wanted)) };
  }

  @RouteOf(earningsHttp.settlePayout)
  async settlePayout(
    @Param({ schema: earningsHttp.settlePayout.params }) { id, payoutId }: { id: string; payoutId: string },
    @Body({ schema: earningsHttp.settlePayout.body })
    { outcome, reason }: { outcome: (typeof payoutOutcomes)[number]; reason: string },
    @Caller() { id: operatorId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<z.output<typeof earningsHttp.settlePayout.reply>> {
    const [roomCents, hasOther] = await Promise.all([
      this.payouts.roomCents(id),
      this.operators.hasOtherAdmin(operatorId),
    ]);
    const confirmed = { key: context.key, operatorId, isOnlyAdmin: !hasOther };
    await this.commands.execute(
      decide<AccountCommand>(
        accountStream,
        id,
        { type: 'SettlePayout', memberId: id, payoutId, outcome, reason, roomCents, ...confirmed },
        context,
      ),
    );
    const { open } = await this.payouts.of(id);
    return { success: true, settled: !Object.hasOwn(open, payoutId) };
  }
}
