import { Refused } from '@easel/contracts/kernel/problem';
import { orderActionsHttp } from '@easel/contracts/orders/actions.http';
import { orderProblems } from '@easel/contracts/orders/policy';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide, type Undated } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type * as z from 'zod/mini';
import { CancelOrder } from './cancel-order.ts';
import { refuseUndeliverable } from './delivery-address.ts';
import { noteIdOf, refundIdOf } from './order-ids.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders } from './placed-orders.ts';
import type { OrderSummary } from './present-order.ts';

interface Changed {
  success: true;
  order: OrderSummary;
}

/** Commands of support. The metadata of the events names the operator, and a field of theirs the reason. */
@Controller()
export class OrderActionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly orders: PlacedOrders,
  ) {}

  @RouteOf(orderActionsHttp.note)
  note(
    @Param({ schema: orderActionsHttp.note.params }) { id: orderId }: { id: string },
    @Body({ schema: orderActionsHttp.note.body }) { note }: z.output<typeof orderActionsHttp.note.body>,
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    return this.changed({ type: 'NoteOrder', orderId, noteId: noteIdOf(context.key), note }, context);
  }

  @RouteOf(orderActionsHttp.cancel)
  async cancel(
    @Param({ schema: orderActionsHttp.cancel.params }) { id }: { id: string },
    @Body({ schema: orderActionsHttp.cancel.body }) { reason }: z.output<typeof orderActionsHttp.cancel.body>,
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    await this.commands.execute(new CancelOrder(id, 'by-support', context, reason));
    const order = await this.orders.summaryOf(id);
    // A bank is still processing its payment.
    if (order.status === 'pending') throw new Refused(orderProblems.notCancellable);
    return { success: true, order };
  }

  @RouteOf(orderActionsHttp.refund)
  refund(
    @Param({ schema: orderActionsHttp.refund.params }) { id: orderId }: { id: string },
    @Body({ schema: orderActionsHttp.refund.body })
    { what, items, reason }: z.output<typeof orderActionsHttp.refund.body>,
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    const requestId = refundIdOf(context.key);
    const asked = { requestId, what, itemIds: items, reason: 'by-support', note: reason } as const;
    return this.changed({ type: 'RequestOrderRefund', orderId, ...asked }, context);
  }

  @RouteOf(orderActionsHttp.reprint)
  reprint(
    @Param({ schema: orderActionsHttp.reprint.params }) { id: orderId }: { id: string },
    @Body({ schema: orderActionsHttp.reprint.body }) { reason }: z.output<typeof orderActionsHttp.reprint.body>,
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    return this.changed({ type: 'Reprint', orderId, reason }, context);
  }

  @RouteOf(orderActionsHttp.correctAddress)
  correctAddress(
    @Param({ schema: orderActionsHttp.correctAddress.params }) { id: orderId }: { id: string },
    @Body({ schema: orderActionsHttp.correctAddress.body })
    { address, reason }: z.output<typeof orderActionsHttp.correctAddress.body>,
    @Issued() context: CommandContext,
  ): Promise<Changed> {
    refuseUndeliverable(address, 'address');
    const why = { noteId: noteIdOf(context.key), note: reason };
    return this.changed({ type: 'ChangeOrderAddress', orderId, address, by: 'support', why }, context);
  }

  private async changed(command: Undated<OrderCommand>, context: CommandContext): Promise<Changed> {
    const { orderId } = command;
    await this.commands.execute(decide<OrderCommand>(orderStream, orderId, command, context));
    return { success: true, order: await this.orders.summaryOf(orderId) };
  }
}
