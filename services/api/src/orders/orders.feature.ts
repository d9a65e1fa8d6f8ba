import { orderStream } from '@easel/contracts/orders/stream';
import { feature } from '@easel/kernel/deciding/feature';
import { arriveOrders } from './assume-arrival.process.ts';
import { CancelOrderHandler } from './cancel-order.ts';
import { expireOrders } from './cancel-order.process.ts';
import { GrantOrderHandler } from './grant-order.ts';
import { grantOrders } from './grant-order.process.ts';
import { OrdersController } from './orders.controller.ts';
import { MakeOrderRefundHandler } from './make-order-refund.ts';
import { refundOrders } from './make-order-refund.process.ts';
import { OrderActionsController } from './order-actions.controller.ts';
import { OrderItems } from './order-items.ts';
import { orders } from './orders.decider.ts';
import { OrderLetters } from './orders.letters.ts';
import { PlacedOrders } from './placed-orders.ts';
import { PayOrderHandler } from './pay-order.ts';
import { PlaceOrderHandler } from './place-order.ts';
import { PostOrderMailHandler } from './post-order-mails.ts';
import { postOrderMails } from './post-order-mails.process.ts';
import { PrintFiles } from './print-files.ts';
import { RecordOrderRefundsHandler } from './record-order-refunds.ts';
import { SettleOrderPaymentHandler } from './settle-order-payment.ts';

export const ordersFeature = feature({
  stream: orderStream,
  decider: orders,
  routes: [OrdersController, OrderActionsController],
  processes: [grantOrders, expireOrders, refundOrders, arriveOrders, postOrderMails],
  providers: [OrderItems, OrderLetters, PlacedOrders, PrintFiles],
  useCases: [
    PlaceOrderHandler,
    PayOrderHandler,
    CancelOrderHandler,
    GrantOrderHandler,
    SettleOrderPaymentHandler,
    PostOrderMailHandler,
    MakeOrderRefundHandler,
    RecordOrderRefundsHandler,
  ],
});
