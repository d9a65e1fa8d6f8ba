import { Global, Module } from '@nestjs/common';
import { PublicAddress } from '../public-address.ts';
import { Checkouts } from './checkouts.ts';
import { Customers } from './customers.ts';
import { PaymentsController } from './payments.controller.ts';
import {
  LookAtPlansHandler,
  OpenBillingPortalHandler,
  OpenPlanPageHandler,
  OpenTopUpHandler,
  SettleNextPeriodHandler,
} from './payments.handlers.ts';
import { PaymentsLookup } from './payments.lookup.ts';
import { StoredCustomers } from './payments.tables.ts';
import { PlanFollower } from './plan-follower.ts';
import { StripeGateway } from './stripe.gateway.ts';
import { Webhook } from './webhook.ts';

@Global()
@Module({
  controllers: [PaymentsController],
  providers: [
    StripeGateway,
    { provide: Customers, useClass: StoredCustomers },
    Checkouts,
    PlanFollower,
    Webhook,
    OpenTopUpHandler,
    LookAtPlansHandler,
    OpenPlanPageHandler,
    SettleNextPeriodHandler,
    OpenBillingPortalHandler,
    PublicAddress,
    PaymentsLookup,
  ],
  exports: [PaymentsLookup],
})
export class PaymentsModule {}
