import { Refused } from '@easel/contracts/kernel/problem';
import { ordersHttp } from '@easel/contracts/orders/http';
import { orderProblems } from '@easel/contracts/orders/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide, type Undated } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { CancelOrder } from './cancel-order.ts';
import { refuseUndeliverable } from './delivery-address.ts';
import { onlyRefundIdOf } from './order-ids.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders } from './placed-orders.ts';
import { PayOrder } from './pay-order.ts';
import { PlaceOrder } from './place-order.ts';
import { presentOrder } from './present-order.ts';

@Controller()
export class OrdersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly orders: PlacedOrders,
  ) {}

  @RouteOf(ordersHttp.place)
  async place(
    @Body({ schema: ordersHttp.place.body }) body: z.output<typeof ordersHttp.place.body>,
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<z.output<typeof ordersHttp.place.reply>> {
    const order = await this.commands.execute(new PlaceOrder(caller.id, body, context));
    void reply.status(201);
    const message =
      order.status === 'test_mode'
        ? 'Test order placed successfully! No payment was processed.'
        : 'Order placed successfully!';
    return { success: true, message, order };
  }

  @RouteOf(ordersHttp.pay)
  async pay(
    @Param({ schema: ordersHttp.pay.params }) { id }: { id: string },
    @Body({ schema: ordersHttp.pay.body }) { paymentMethod }: z.output<typeof ordersHttp.pay.body>,
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<z.output<typeof ordersHttp.pay.reply>> {
    const { order, ...standing } = await this.commands.execute(new PayOrder(caller.id, id, paymentMethod, context));
    return { success: true, ...standing, order: presentOrder(id, order) };
  }

  @RouteOf(ordersHttp.cancel)
  async cancel(
    @Param({ schema: ordersHttp.cancel.params }) { id }: { id: string },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<z.output<typeof ordersHttp.cancel.reply>> {
    await this.refuseOthers(caller.id, id);
    await this.commands.execute(new CancelOrder(id, 'by-member', context));
    const order = await this.orders.find(id);
    // A bank is still processing its payment.
    if (order?.status !== 'cancelled') throw new Refused(orderProblems.notCancellable);
    return { success: true, order: presentOrder(id, order) };
  }

  @RouteOf(ordersHttp.changeAddress)
  async changeAddress(
    @Param({ schema: ordersHttp.changeAddress.params }) { id }: { id: string },
    @Body({ schema: ordersHttp.changeAddress.body }) address: z.output<typeof ordersHttp.changeAddress.body>,
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<z.output<typeof ordersHttp.changeAddress.reply>> {
    await this.refuseOthers(caller.id, id);
    refuseUndeliverable(address);
    return this.changed(id, { type: 'ChangeOrderAddress', orderId: id, address, by: 'member' }, context);
  }

  @RouteOf(ordersHttp.reportArrival)
  async reportArrival(
    @Param({ schema: ordersHttp.reportArrival.params }) { id }: { id: string },
    @Body({ schema: ordersHttp.reportArrival.body }) { arrived }: z.output<typeof ordersHttp.reportArrival.body>,
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<z.output<typeof ordersHttp.reportArrival.reply>> {
    await this.refuseOthers(caller.id, id);
    const requestId = onlyRefundIdOf(id, 'late');
    return this.changed(id, { type: 'ReportArrival', orderId: id, arrived, requestId }, context);
  }

  private async refuseOthers(memberId: string, orderId: string): Promise<void> {
    if (!(await this.orders.ofMember(memberId, orderId))) throw new Refused(orderProblems.notFound);
  }

  private async changed(orderId: string, command: Undated<OrderCommand>, context: CommandContext) {
    await this.commands.execute(decide<OrderCommand>(orderStream, orderId, command, context));
    return { success: true as const, order: await this.orders.summaryOf(orderId) };
  }
}
