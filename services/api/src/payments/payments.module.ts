import { Module } from '@nestjs/common';
import { SettledLookup } from '../account/settled.lookup.ts';
import { MembersLookup } from '../members/members.lookup.ts';
import { PublicAddress } from '../public-address.ts';
import { Checkouts } from './checkouts.ts';
import { Customers } from './customers.ts';
import { PaymentsController } from './payments.controller.ts';
import { ChargeLessHandler, OpenBillingPortalHandler, OpenTopUpHandler, WantPlanHandler } from './payments.handlers.ts';
import { StoredCustomers } from './payments.tables.ts';
import { PlanFollower } from './plan-follower.ts';
import { StripeGateway } from './stripe.gateway.ts';
import { Webhook } from './webhook.ts';

@Module({
  controllers: [PaymentsController],
  providers: [
    StripeGateway,
    { provide: Customers, useClass: StoredCustomers },
    Checkouts,
    PlanFollower,
    Webhook,
    OpenTopUpHandler,
    WantPlanHandler,
    ChargeLessHandler,
    OpenBillingPortalHandler,
    SettledLookup,
    MembersLookup,
    PublicAddress,
  ],
})
export class PaymentsModule {}
