import { webhookStream } from '@easel/contracts/payments/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { Checkouts } from './checkouts.ts';
import { Customers } from './customers.ts';
import { ForgetCustomerHandler } from './forget-customer.ts';
import { LookAtPlansHandler } from './look-at-plans.ts';
import { OpenBillingPortalHandler } from './open-billing-portal.ts';
import { OpenPlanPageHandler } from './open-plan-page.ts';
import { OrderPayments } from './order-payments.ts';
import { OpenTopUpHandler } from './open-top-up.ts';
import { PaymentsController } from './payments.controller.ts';
import { PaymentsLookup } from './payments.lookup.ts';
import { StoredCustomers } from './payments.tables.ts';
import { PlanFollower } from './plan-follower.ts';
import { SettleNextPeriodHandler } from './settle-next-period.ts';
import { StripeOrdersGateway } from './stripe-orders.gateway.ts';
import { StripeGateway } from './stripe.gateway.ts';
import { Webhook } from './webhook.ts';
import { webhooks } from './webhooks.decider.ts';

export const paymentsFeature = feature({
  stream: webhookStream,
  decider: webhooks,
  routes: [PaymentsController],
  lookups: [PaymentsLookup],
  useCases: [
    OpenTopUpHandler,
    LookAtPlansHandler,
    OpenPlanPageHandler,
    SettleNextPeriodHandler,
    OpenBillingPortalHandler,
    ForgetCustomerHandler,
    OrderPayments,
  ],
  providers: [
    StripeGateway,
    StripeOrdersGateway,
    { provide: Customers, useClass: StoredCustomers },
    Checkouts,
    PlanFollower,
    Webhook,
  ],
});
