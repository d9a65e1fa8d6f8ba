import type { EntitlementsLookup } from '@easel/api/account/entitlements.lookup';
import type { ImageFiles } from '@easel/api/image-files';
import type { MembersLookup } from '@easel/api/members/members.lookup';
import { CancelOrder, CancelOrderHandler } from '@easel/api/orders/cancel-order';
import { GrantOrder, GrantOrderHandler } from '@easel/api/orders/grant-order';
import { PayOrder, PayOrderHandler } from '@easel/api/orders/pay-order';
import { PlaceOrder, PlaceOrderHandler } from '@easel/api/orders/place-order';
import { PlacedOrders } from '@easel/api/orders/placed-orders';
import { SettleOrderPayment, SettleOrderPaymentHandler } from '@easel/api/orders/settle-order-payment';
import type { Checkouts } from '@easel/api/payments/checkouts';
import { OrderPayments } from '@easel/api/payments/order-payments';
import { paymentsConfig } from '@easel/api/payments/payments.config';
import { PaymentsLookup } from '@easel/api/payments/payments.lookup';
import type { PeopleLookup } from '@easel/api/people/people.lookup';
import type { ImageOffersLookup } from '@easel/api/purchases/image-offers.lookup';
import { CheckoutSettingsLookup } from '@easel/api/settings/checkout.lookup';
import { SECRET_KEY, WEBHOOK_SECRET } from './card-service.ts';
import type { Commands } from './commands.ts';
import type { Ground } from './product.ts';

/** What orders share with the rest of their process. */
interface Shared {
  commands: Commands;
  checkouts: Checkouts;
  members: MembersLookup;
  offers: ImageOffersLookup;
  entitlements: EntitlementsLookup;
  people: PeopleLookup;
  files: ImageFiles;
}

/** Mounts what orders are placed, paid, cancelled and granted by, as their feature does. */
export function mountOrders({ runner, gateway, bus, logger }: Ground, shared: Shared): void {
  const { commands, checkouts, members, offers, entitlements, people, files } = shared;
  const { bus: commandBus } = commands;
  const orders = new PlacedOrders(runner);
  const payments = new OrderPayments(gateway, checkouts);
  const settings = { STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET };
  const taken = new PaymentsLookup(paymentsConfig.parse(settings));
  const checkout = new CheckoutSettingsLookup(runner, bus);

  commands.handle(PlaceOrder, new PlaceOrderHandler(commandBus, orders, offers, entitlements, people, checkout, taken));
  commands.handle(PayOrder, new PayOrderHandler(commandBus, payments, orders, entitlements));
  commands.handle(CancelOrder, new CancelOrderHandler(commandBus, payments, orders));
  commands.handle(GrantOrder, new GrantOrderHandler(commandBus, orders, files));
  commands.handle(SettleOrderPayment, new SettleOrderPaymentHandler(commandBus, payments, orders, members, logger));
}
