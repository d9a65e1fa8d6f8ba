import type { OrderedProduct } from '@easel/contracts/orders/events';
import { orderStream } from '@easel/contracts/orders/stream';
import { decide, type Again, type Undated } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { faultPoint } from '@easel/kernel/server/fault-point';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject } from '@nestjs/common';
import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { hasProducts, toPrint } from './order-state.decider.ts';
import { OrderPapersReader } from './order-papers.ts';
import type { OrderCommand } from './orders.decider.ts';
import { PlacedOrders, type PlacedOrder } from './placed-orders.ts';
import { PRINT_SETTINGS, type PrintConfig } from './print.config.ts';
import { isAtPrint, isPrintLost, type PrintCommand } from './print.decider.ts';
import { PrintGateway, PrintRefused, PrintServiceAway } from './print.gateway.ts';
import { PrintAddresses, type Attempt } from './print-addresses.ts';
import { PrintFiles, type PrintFile } from './print-files.ts';
import { printOrderOf, problemOf, type PrintedItem, type PrintOrder } from './print-order.ts';

const ERASED = 'The member has deleted their account, and the address with it.';
const NOT_MADE = 'A print file could not be made.';
/** Milliseconds after which a file that is not made is a problem for support. */
const FILES_WITHIN_MS = 6 * 3_600_000;
/** The first retry waits this many times less than the last ones. */
const SOONER = 60;

/** Has an order printed, once for each attempt, however often this is sent. `again` says when to retry. */
export class SendToPrint extends Command<Again> {
  constructor(
    readonly attempt: Attempt,
    /** When it was paid, or a reprint was asked for. */
    readonly since: Date,
    readonly context: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(SendToPrint)
export class SendToPrintHandler implements ICommandHandler<SendToPrint> {
  constructor(
    private readonly commands: CommandBus,
    private readonly orders: PlacedOrders,
    private readonly papers: OrderPapersReader,
    private readonly files: PrintFiles,
    private readonly addresses: PrintAddresses,
    private readonly gateway: PrintGateway,
    @Inject(PRINT_SETTINGS) private readonly settings: PrintConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute({ attempt, since, context }: SendToPrint): Promise<Again> {
    const before = await this.orders.find(attempt.orderId);
    if (!before || !hasProducts(before.placed)) return undefined;
    // Until then its member may change or cancel it.
    const dueAt = new Date(since.getTime() + (attempt.attempt === 1 ? this.settings.PRINT_AFTER_MS : 0));
    if (before.status === 'paid' && dueAt > new Date()) return { again: dueAt };
    if (before.status === 'paid') await this.decide(attempt, { type: 'BeginPrinting' }, context);
    faultPoint('print.after-begin');
    const order = await this.orders.find(attempt.orderId);
    if (!order || order.print.attempt !== attempt.attempt) return undefined;
    try {
      if (isPrintLost(order, order.placed)) await this.recall(order, attempt, context);
      if (!isWanted(order, attempt)) return undefined;
      const sent = await this.toSend(order, attempt);
      if (typeof sent === 'string') throw new Unsendable(sent);
      await this.record(attempt, await this.gateway.create(sent), context);
      return undefined;
    } catch (error) {
      return this.after(error, order, { attempt, dueAt, context });
    }
  }

  /** Returns the order for the print service, or the problem that it has. */
  private async toSend(order: PlacedOrder, attempt: Attempt): Promise<PrintOrder | string> {
    const { memberId, reference, deliveryMethod } = order.placed;
    const { recipient, unshipped } = await this.papers.read(attempt.orderId, memberId);
    if (!recipient || deliveryMethod === null) return ERASED;
    const products = toPrint(order, order.placed);
    const problem = problemOf(recipient, products);
    if (problem !== undefined) return problem;
    // An earlier attempt that is stuck could still be printed.
    for (const printOrderId of unshipped) await this.cancelThere(attempt, printOrderId);
    const items: PrintedItem[] = [];
    for (const item of products) {
      const { md5 } = await this.fileOf(item);
      items.push({ item, md5, url: await this.addresses.file(attempt, item.itemId) });
    }
    const callbackUrl = await this.addresses.changed(attempt);
    const key = keyOf(attempt);
    return printOrderOf({ reference, key, callbackUrl, deliveryMethod, recipient, items });
  }

  private async fileOf(item: OrderedProduct): Promise<PrintFile> {
    try {
      return await this.files.make(item);
    } catch (cause) {
      throw new NotMade('a print file is not made yet', { cause });
    }
  }

  private async record(attempt: Attempt, printOrderId: string, context: CommandContext): Promise<void> {
    faultPoint('print.after-post');
    await this.decide(attempt, { type: 'SendOrderToPrint', attempt: attempt.attempt, printOrderId }, context);
    const now = await this.orders.find(attempt.orderId);
    if (now && isAtPrint(now) && now.print.printOrderId === printOrderId) return;
    // It was refunded or reprinted while it was sent.
    await this.takeBack(attempt, printOrderId, context);
  }

  /** The reply to an earlier call may be lost: what it created is looked up before giving up, and followed. */
  private async giveUp({ placed }: PlacedOrder, attempt: Attempt, problem: string, context: CommandContext) {
    const printOrderId = await this.findThere(placed.reference, attempt);
    if (printOrderId !== undefined) return this.record(attempt, printOrderId, context);
    this.logger.warn({ ...attempt, problem }, 'an order could not be sent to the print service');
    return this.decide(attempt, { type: 'FailPrint', attempt: attempt.attempt, problem }, context);
  }

  /** A print service that refuses the question has nothing to follow. */
  private async findThere(reference: string, attempt: Attempt): Promise<string | undefined> {
    try {
      return await this.gateway.find(reference, keyOf(attempt));
    } catch (error) {
      if (!(error instanceof PrintRefused)) throw error;
      return undefined;
    }
  }

  /** The reply to an earlier call may be lost: what it created is looked up, because a repeat could create it. */
  private async recall({ placed }: PlacedOrder, attempt: Attempt, context: CommandContext): Promise<void> {
    const printOrderId = await this.gateway.find(placed.reference, keyOf(attempt));
    if (printOrderId !== undefined) await this.takeBack(attempt, printOrderId, context);
  }

  /** Cancels what is not wanted. Where it is printed all the same, its parcels and costs are followed. */
  private async takeBack(attempt: Attempt, printOrderId: string, context: CommandContext): Promise<void> {
    if ((await this.cancelThere(attempt, printOrderId)) === 'cancelled') return;
    this.logger.error({ ...attempt, printOrderId }, 'an order that is not wanted any more is printed all the same');
    const found = { type: 'SendOrderToPrint', attempt: attempt.attempt, printOrderId, inVain: true } as const;
    await this.decide(attempt, found, { ...context, key: `${context.key} in vain` });
  }

  private async cancelThere(attempt: Attempt, printOrderId: string): Promise<'cancelled' | 'too-late'> {
    const outcome = await this.gateway.cancel(printOrderId);
    this.logger.warn({ ...attempt, printOrderId, outcome }, 'an order at the print service is not wanted any more');
    return outcome;
  }

  /** A print service that is away loses nothing: the order waits. */
  private async after(
    error: unknown,
    order: PlacedOrder,
    { attempt, dueAt, context }: { attempt: Attempt; dueAt: Date; context: CommandContext },
  ): Promise<Again> {
    const waitedMs = Math.max(0, Date.now() - dueAt.getTime());
    const problem = finalProblemOf(error, waitedMs);
    try {
      if (problem === undefined) throw error;
      await this.giveUp(order, attempt, problem, context);
      return undefined;
    } catch (temporary) {
      if (!(temporary instanceof PrintServiceAway) && !(temporary instanceof NotMade)) throw temporary;
      this.logger.warn({ err: temporary.cause ?? temporary, ...attempt }, temporary.message);
      return { again: retryAt(waitedMs, this.settings) };
    }
  }

  private decide({ orderId }: Attempt, command: PrintCommand, context: CommandContext): Promise<unknown> {
    const sent: Undated<OrderCommand> = { ...command, orderId };
    const key = `${context.key} ${command.type}`;
    return this.commands.execute(decide<OrderCommand>(orderStream, orderId, sent, { ...context, key }));
  }
}

/** The file of an item is still being made, or could not be. */
class NotMade extends Error {
  override readonly name = 'NotMade';
}

/** The order itself has a problem; its message says it to support. */
class Unsendable extends Error {
  override readonly name = 'Unsendable';
}

/** Returns what support has to act on; undefined where the attempt is retried. */
function finalProblemOf(error: unknown, waitedMs: number): string | undefined {
  if (error instanceof PrintRefused || error instanceof Unsendable) return error.message;
  return error instanceof NotMade && waitedMs > FILES_WITHIN_MS ? NOT_MADE : undefined;
}

/** Leads to the same print order however often the attempt is sent. */
const keyOf = ({ orderId, attempt }: Attempt): string => `${orderId}:${attempt}`;

/** An attempt that failed is not sent again: support starts another one. */
const isWanted = (order: PlacedOrder, { attempt }: Attempt): boolean =>
  isAtPrint(order) &&
  toPrint(order, order.placed).length > 0 &&
  order.print.attempt === attempt &&
  order.print.printOrderId === null &&
  order.print.problem === null;

/** Waits a quarter of the time that it has waited already, between bounds. */
export function retryAt(waitedMs: number, { PRINT_LOOK_MS: mostMs }: Pick<PrintConfig, 'PRINT_LOOK_MS'>): Date {
  return new Date(Date.now() + Math.min(mostMs, Math.max(mostMs / SOONER, waitedMs / 4)));
}
