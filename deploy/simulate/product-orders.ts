import type { EntitlementsLookup } from '@easel/api/account/entitlements.lookup';
import type { GenerationLookup } from '@easel/api/generation/generation.lookup';
import type { ImageFiles } from '@easel/api/image-files';
import type { MembersLookup } from '@easel/api/members/members.lookup';
import { CancelOrder, CancelOrderHandler } from '@easel/api/orders/cancel-order';
import { GrantOrder, GrantOrderHandler } from '@easel/api/orders/grant-order';
import { LookAtPrint, LookAtPrintHandler } from '@easel/api/orders/look-at-print';
import { MakeOrderRefund, MakeOrderRefundHandler } from '@easel/api/orders/make-order-refund';
import { OrderItems } from '@easel/api/orders/order-items';
import { OrderPapersReader } from '@easel/api/orders/order-papers';
import { PayOrder, PayOrderHandler } from '@easel/api/orders/pay-order';
import { PlaceOrder, PlaceOrderHandler } from '@easel/api/orders/place-order';
import { PlacedOrders } from '@easel/api/orders/placed-orders';
import { PrintAddresses } from '@easel/api/orders/print-addresses';
import type { PrintFile, PrintFiles } from '@easel/api/orders/print-files';
import { PrintService } from '@easel/api/orders/print-service';
import { PrintsLookup } from '@easel/api/orders/prints.lookup';
import { PrintTokens } from '@easel/api/orders/print-tokens';
import { printConfig } from '@easel/api/orders/print.config';
import { PrintController } from '@easel/api/orders/print.controller';
import { RecordOrderRefunds, RecordOrderRefundsHandler } from '@easel/api/orders/record-order-refunds';
import { ResumeOrderRefunds, ResumeOrderRefundsHandler } from '@easel/api/orders/resume-order-refunds';
import { SendToPrint, SendToPrintHandler } from '@easel/api/orders/send-to-print';
import { SettleOrderPayment, SettleOrderPaymentHandler } from '@easel/api/orders/settle-order-payment';
import type { Checkouts } from '@easel/api/payments/checkouts';
import { OrderPayments } from '@easel/api/payments/order-payments';
import { paymentsConfig } from '@easel/api/payments/payments.config';
import { PaymentsLookup } from '@easel/api/payments/payments.lookup';
import { StripeOrdersGateway } from '@easel/api/payments/stripe-orders.gateway';
import type { PeopleLookup } from '@easel/api/people/people.lookup';
import { PrintableLookup } from '@easel/api/products/printable.lookup';
import type { ImageOffersLookup } from '@easel/api/purchases/image-offers.lookup';
import { CheckoutSettingsLookup } from '@easel/api/settings/checkout.lookup';
import type { PriceListLookup } from '@easel/api/settings/prices.lookup';
import type { BlobStore } from '@easel/kernel/files/blob-store';
import type { PublicAddress } from '@easel/kernel/http/public-address';
import type { HttpAdapterHost } from '@nestjs/core';
import { SECRET_KEY, WEBHOOK_SECRET } from './card-service.ts';
import type { Commands } from './commands.ts';
import type { Ground } from './ground.ts';

/** What orders share with the rest of their process. */
interface Shared {
  commands: Commands;
  checkouts: Checkouts;
  members: MembersLookup;
  offers: ImageOffersLookup;
  lists: PriceListLookup;
  generations: GenerationLookup;
  entitlements: EntitlementsLookup;
  people: PeopleLookup;
  files: ImageFiles;
  site: PublicAddress;
}

const payable = paymentsConfig.parse({ STRIPE_SECRET_KEY: SECRET_KEY, STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET });
/** An order is looked at more seldom than the world waits for what is due, so that it becomes quiet. */
const printed = printConfig.parse({
  PRINT_KEY: 'a-key-of-prints',
  PRINT_URL: 'http://prints.simulated',
  PRINT_LOOK_MS: String(6 * 3_600_000),
});

/** Mounts what orders are placed, paid, changed and granted by, as their feature does; answers what prints them. */
export function mountOrders(ground: Ground, shared: Shared): PrintController {
  const { runner, gateway, bus, prints, logger } = ground;
  const { commands, checkouts, members, offers, lists, generations, entitlements, people, files } = shared;
  const { bus: commandBus } = commands;
  const orders = new PlacedOrders(runner);
  const payments = new OrderPayments(gateway, new StripeOrdersGateway(gateway), checkouts);
  const printables = new PrintableLookup(generations, entitlements, people, members);
  const items = new OrderItems(offers, printables, entitlements, people, lists);
  const checkout = new CheckoutSettingsLookup(runner, bus);

  commands.handle(
    PlaceOrder,
    new PlaceOrderHandler(commandBus, orders, items, checkout, new PaymentsLookup(payable), new PrintsLookup(printed)),
  );
  commands.handle(PayOrder, new PayOrderHandler(commandBus, payments, orders, entitlements, offers));
  commands.handle(
    CancelOrder,
    new CancelOrderHandler(commandBus, payments, orders, new PrintService(orders, prints, logger)),
  );
  commands.handle(GrantOrder, new GrantOrderHandler(commandBus, orders, files));
  commands.handle(MakeOrderRefund, new MakeOrderRefundHandler(commandBus, payments, orders, logger));
  commands.handle(ResumeOrderRefunds, new ResumeOrderRefundsHandler(commandBus, orders));
  commands.handle(RecordOrderRefunds, new RecordOrderRefundsHandler(commandBus, payments, orders));
  commands.handle(SettleOrderPayment, new SettleOrderPaymentHandler(commandBus, payments, orders, members, logger));
  return mountPrints(ground, shared, orders);
}

function mountPrints({ log, sealer, prints, logger }: Ground, shared: Shared, orders: PlacedOrders): PrintController {
  const { commands, members, site } = shared;
  const { bus: commandBus } = commands;
  const tokens = new PrintTokens(sealer);
  const papers = new OrderPapersReader(log, members);
  // Nothing listens here: the service calls by the public address.
  const addresses = new PrintAddresses(printed, site, undefined as unknown as HttpAdapterHost, tokens);
  const made: PrintFile = { blob: '0'.repeat(64), bytes: 1, md5: '0'.repeat(32), type: 'image/png' };
  // What is printed on is made elsewhere, and decides nothing.
  const files = { make: () => Promise.resolve(made) } as unknown as PrintFiles;

  commands.handle(
    SendToPrint,
    new SendToPrintHandler(commandBus, orders, papers, files, addresses, prints, printed, logger),
  );
  commands.handle(LookAtPrint, new LookAtPrintHandler(commandBus, orders, prints, printed, logger));
  return new PrintController(commandBus, orders, members, files, undefined as unknown as BlobStore, tokens);
}
