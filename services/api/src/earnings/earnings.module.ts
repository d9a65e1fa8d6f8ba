import { Module } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { PayoutsLookup } from '../account/payouts.lookup.ts';
import { EarningsController } from './earnings.controller.ts';
import { AccrueEarningsHandler, MatureEarningsHandler, TurnSaleHandler } from './earnings.handlers.ts';
import { EarningsLookup } from './earnings.lookup.ts';

@Module({
  controllers: [EarningsController],
  providers: [
    AccrueEarningsHandler,
    MatureEarningsHandler,
    TurnSaleHandler,
    EarningsLookup,
    AccountLookup,
    PayoutsLookup,
  ],
})
export class EarningsModule {}
