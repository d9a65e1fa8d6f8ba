import { Module } from '@nestjs/common';
import { SubscriptionsController } from './subscriptions.controller.ts';
import { ChoosePlanHandler } from './subscriptions.handlers.ts';

@Module({
  controllers: [SubscriptionsController],
  providers: [ChoosePlanHandler],
})
export class SubscriptionsModule {}
