import { Module } from '@nestjs/common';
import { AccountLookup } from '../account/account.lookup.ts';
import { PaymentsLookup } from '../payments/payments.lookup.ts';
import { SubscriptionsController } from './subscriptions.controller.ts';
import { ChoosePlanHandler } from './subscriptions.handlers.ts';

@Module({
  controllers: [SubscriptionsController],
  providers: [ChoosePlanHandler, AccountLookup, PaymentsLookup],
})
export class SubscriptionsModule {}
