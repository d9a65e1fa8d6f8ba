import { orderStream } from '@easel/contracts/orders/stream';
import { decide, type Again } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { OrderPayments, type RefundOutcome } from '../payments/order-payments.ts';
import { againAfter } from './again-after.ts';
import { noteIdOf } from './order-ids.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders } from './placed-orders.ts';
import { RecordOrderRefunds } from './record-order-refunds.ts';

/**
 * Makes a refund that was asked for, at the card service. A repeat makes none, and records what was made. While the
 * payment is disputed the refund waits, and `again` says when to retry.
 */
export class MakeOrderRefund extends Command<Again> {
  constructor(
    readonly orderId: string,
    readonly requestId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(MakeOrderRefund)
export class MakeOrderRefundHandler implements ICommandHandler<MakeOrderRefund> {
  constructor(
    private readonly commands: CommandBus,
    private readonly payments: OrderPayments,
    private readonly orders: PlacedOrders,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute({ orderId, requestId, context }: MakeOrderRefund): Promise<Again> {
    const order = await this.orders.find(orderId);
    const request = order?.refundRequests[requestId];
    if (!order?.paid || !request) return undefined;
    const { paymentId } = order.paid;
    const outcome = await this.payments.refund({ paymentId, requestId, cents: request.cents });
    if (outcome === 'in-dispute') {
      this.logger.warn({ orderId, requestId, paymentId }, 'the refund of an order waits for the end of a dispute');
      return { again: againAfter(new Date(request.requestedAt), new Date()) };
    }
    if (outcome !== 'made') await this.close(orderId, requestId, outcome, context);
    faultPoint('order.after-refund');
    await this.commands.execute(new RecordOrderRefunds(paymentId, context));
    return undefined;
  }

  /** Notes in the order, once, why a request has no refund and will have none. */
  private async close(orderId: string, requestId: string, outcome: NotMade, context: CommandContext): Promise<void> {
    this.logger.error({ orderId, requestId, outcome }, 'a refund of an order is not made');
    const key = `close refund ${requestId}`;
    const note = { type: 'NoteOrder', orderId, noteId: noteIdOf(key), note: wordsOf(outcome) } as const;
    await this.commands.execute(decide<OrderCommand>(orderStream, orderId, note, { ...context, key }));
  }
}

type NotMade = Exclude<RefundOutcome, 'made' | 'in-dispute'>;

/** Says to support why no refund was made. */
function wordsOf(outcome: NotMade): string {
  switch (outcome) {
    case 'dispute-lost':
      return 'A refund was not made: a dispute of this payment was lost, and the bank has returned what was disputed.';
    case 'nothing-left':
      return 'A refund was not made: all of this payment had gone back to the card before.';
    default:
      return `A refund was not made: the card service refuses it (${outcome.refused}).`;
  }
}
