import { earningsStream } from '@easel/contracts/earnings/stream';
import { mounted } from '@easel/kernel/deciding/mounted';
import { Module } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { PayoutsLookup } from '../account/payouts.lookup.ts';
import { EarningsController } from './earnings.controller.ts';
import { earnings } from './earnings.decider.ts';
import { AccrueEarningsHandler, MatureEarningsHandler } from './earnings.handlers.ts';
import { EarningsLookup } from './earnings.lookup.ts';

@Module({
  controllers: [EarningsController],
  providers: [
    mounted(earningsStream, earnings),
    AccrueEarningsHandler,
    MatureEarningsHandler,
    EarningsLookup,
    AccountLookup,
    PayoutsLookup,
  ],
})
export class EarningsModule {}
