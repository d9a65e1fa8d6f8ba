import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { MakeOrderRefund } from './make-order-refund.ts';
import { openRequests } from './order-state.decider.ts';
import { PlacedOrders } from './placed-orders.ts';

/** Makes, or closes, the refunds of an order that waited for the end of a dispute. A repeat makes none. */
export class ResumeOrderRefunds extends Command<void> {
  constructor(
    readonly orderId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(ResumeOrderRefunds)
export class ResumeOrderRefundsHandler implements ICommandHandler<ResumeOrderRefunds> {
  constructor(
    private readonly commands: CommandBus,
    private readonly orders: PlacedOrders,
  ) {}

  async execute({ orderId, context }: ResumeOrderRefunds): Promise<void> {
    const order = await this.orders.find(orderId);
    for (const requestId of order ? openRequests(order) : []) {
      await this.commands.execute(new MakeOrderRefund(orderId, requestId, { ...context, key: `refund ${requestId}` }));
    }
  }
}
