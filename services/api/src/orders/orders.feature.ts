import { orderStream } from '@easel/contracts/orders/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { arriveOrders } from './assume-arrival.process.ts';
import { CancelOrderHandler } from './cancel-order.ts';
import { expireOrders } from './cancel-order.process.ts';
import { delayOrders } from './delay-order.process.ts';
import { GrantOrderHandler } from './grant-order.ts';
import { grantOrders } from './grant-order.process.ts';
import { followPrints } from './look-at-print.process.ts';
import { LookAtPrintHandler } from './look-at-print.ts';
import { OrderPapersReader } from './order-papers.ts';
import { OrdersController } from './orders.controller.ts';
import { MakeOrderRefundHandler } from './make-order-refund.ts';
import { refundOrders } from './make-order-refund.process.ts';
import { OrderActionsController } from './order-actions.controller.ts';
import { OrderEvents } from './order-events.ts';
import { OrderItems } from './order-items.ts';
import { orders } from './orders.decider.ts';
import { OrderLetters } from './orders.letters.ts';
import { OrdersUnderWayLookup } from './orders-under-way.lookup.ts';
import { PlacedOrders } from './placed-orders.ts';
import { PayOrderHandler } from './pay-order.ts';
import { PlaceOrderHandler } from './place-order.ts';
import { postOrderMails } from './post-order-mails.process.ts';
import { RecordOrderRefundsHandler } from './record-order-refunds.ts';
import { PrintController } from './print.controller.ts';
import { PrintGateway } from './print.gateway.ts';
import { PrintAddresses } from './print-addresses.ts';
import { PrintFiles } from './print-files.ts';
import { PrintService } from './print-service.ts';
import { PrintTokens } from './print-tokens.ts';
import { PrintsLookup } from './prints.lookup.ts';
import { RefundLettersLookup } from './refund-letters.lookup.ts';
import { printOrders } from './send-to-print.process.ts';
import { ResumeOrderRefundsHandler } from './resume-order-refunds.ts';
import { SendToPrintHandler } from './send-to-print.ts';
import { SettleOrderPaymentHandler } from './settle-order-payment.ts';

export const ordersFeature = feature({
  stream: orderStream,
  decider: orders,
  routes: [OrdersController, OrderActionsController, PrintController],
  processes: [
    grantOrders,
    expireOrders,
    refundOrders,
    arriveOrders,
    postOrderMails,
    printOrders,
    followPrints,
    delayOrders,
  ],
  lookups: [OrdersUnderWayLookup, PrintsLookup, RefundLettersLookup],
  providers: [
    OrderEvents,
    OrderItems,
    OrderLetters,
    OrderPapersReader,
    PlacedOrders,
    PrintAddresses,
    PrintFiles,
    PrintGateway,
    PrintService,
    PrintTokens,
  ],
  useCases: [
    PlaceOrderHandler,
    PayOrderHandler,
    CancelOrderHandler,
    GrantOrderHandler,
    SettleOrderPaymentHandler,
    MakeOrderRefundHandler,
    ResumeOrderRefundsHandler,
    RecordOrderRefundsHandler,
    SendToPrintHandler,
    LookAtPrintHandler,
  ],
});
