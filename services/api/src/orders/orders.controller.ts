import { Refused } from '@easel/contracts/kernel/problem';
import { ordersHttp } from '@easel/contracts/orders/http';
import { orderProblems } from '@easel/contracts/orders/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { CancelOrder } from './cancel-order.ts';
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
    if (!(await this.orders.ofMember(caller.id, id))) throw new Refused(orderProblems.notFound);
    await this.commands.execute(new CancelOrder(id, 'by-member', context));
    const order = await this.orders.find(id);
    // A bank is still at its payment.
    if (order?.status !== 'cancelled') throw new Refused(orderProblems.notCancellable);
    return { success: true, order: presentOrder(id, order) };
  }
}
