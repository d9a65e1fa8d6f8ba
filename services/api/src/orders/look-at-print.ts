import { createHash } from 'node:crypto';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide, type Again, type Undated } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { toPrint } from './order-state.decider.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders, type PlacedOrder } from './placed-orders.ts';
import { PRINT_SETTINGS, type PrintConfig } from './print.config.ts';
import type { PrintCommand } from './print.decider.ts';
import { PrintGateway, PrintServiceAway } from './print.gateway.ts';
import type { Attempt } from './print-addresses.ts';
import { seenPrint, type SeenPrint } from './seen-print.ts';

const UNKNOWN = 'The print service does not know this order.';
/** Old orders are polled less often: once in a hundredth of their age. */
const PARTS_OF_AGE = 100;

/** Records the state of an order at the print service. `again` says when to poll next; undefined once it is final. */
export class LookAtPrint extends Command<Again> {
  constructor(
    readonly attempt: Attempt,
    readonly printOrderId: string,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(LookAtPrint)
export class LookAtPrintHandler implements ICommandHandler<LookAtPrint> {
  constructor(
    private readonly commands: CommandBus,
    private readonly orders: PlacedOrders,
    private readonly gateway: PrintGateway,
    @Inject(PRINT_SETTINGS) private readonly settings: PrintConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute({ attempt, printOrderId, context }: LookAtPrint): Promise<Again> {
    const order = await this.orders.find(attempt.orderId);
    if (!order) return undefined;
    const seen = await this.look(attempt, printOrderId);
    if (seen === 'away') return this.next(order);
    faultPoint('print.after-look');
    const report = seen && reportOf(order, attempt, printOrderId, seen);
    await this.decide(attempt, report ?? { type: 'FailPrint', attempt: attempt.attempt, problem: UNKNOWN }, context);
    return !seen || seen.isOver ? undefined : this.next(order);
  }

  /** Undefined where the print service does not know it. */
  private async look(attempt: Attempt, printOrderId: string): Promise<SeenPrint | 'away' | undefined> {
    try {
      const found = await this.gateway.look(printOrderId);
      const seen = found && seenPrint(found, new Date());
      if (seen && seen.otherCurrency !== null) {
        this.logger.warn({ ...attempt, currency: seen.otherCurrency }, 'a print is not charged in dollars');
      }
      return seen;
    } catch (error) {
      if (!(error instanceof PrintServiceAway)) throw error;
      this.logger.warn(
        { err: error.cause ?? error, ...attempt },
        'the print service could not be asked about an order',
      );
      return 'away';
    }
  }

  private next({ placed }: PlacedOrder): Again {
    const ageMs = Date.now() - new Date(placed.placedAt).getTime();
    return { again: new Date(Date.now() + Math.max(this.settings.PRINT_LOOK_MS, ageMs / PARTS_OF_AGE)) };
  }

  private decide({ orderId }: Attempt, command: PrintCommand, context: CommandContext): Promise<unknown> {
    const sent: Undated<OrderCommand> = { ...command, orderId };
    // Deduplicates the same report by a callback and by the process.
    const key = `print ${orderId} ${digest(command)}`;
    return this.commands.execute(decide<OrderCommand>(orderStream, orderId, sent, { ...context, key }));
  }
}

function reportOf(
  order: PlacedOrder,
  { attempt }: Attempt,
  printOrderId: string,
  { parcels, problem, cents }: SeenPrint,
): PrintCommand {
  // A refunded order is cancelled at the print service on purpose.
  const isWanted = order.status !== 'refunded' && toPrint(order, order.placed).length > 0;
  return { type: 'ReportPrint', attempt, printOrderId, parcels, problem: isWanted ? problem : null, cents };
}

const digest = (command: PrintCommand): string =>
  createHash('sha256').update(JSON.stringify(command)).digest('hex').slice(0, 32);
