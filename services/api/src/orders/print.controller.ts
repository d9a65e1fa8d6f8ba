import { Refused } from '@easel/contracts/kernel/problem';
import type { OrderedProduct } from '@easel/contracts/orders/events';
import { printHttp } from '@easel/contracts/orders/print.http';
import { orderProblems } from '@easel/contracts/orders/policy';
import { BlobMissing, BlobStore } from '@easel/kernel/files/blob-store';
import { fileReply } from '@easel/kernel/http/file-reply';
import { Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Param, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { MembersLookup } from '../members/members.lookup.ts';
import { LookAtPrint } from './look-at-print.ts';
import { toPrint } from './order-state.decider.ts';
import { PlacedOrders } from './placed-orders.ts';
import { isAtPrint } from './print.decider.ts';
import { PrintFiles } from './print-files.ts';
import { PrintTokens } from './print-tokens.ts';

/** Routes that the print service calls. Without a valid token they answer 404. */
@Controller()
export class PrintController {
  constructor(
    private readonly commands: CommandBus,
    private readonly orders: PlacedOrders,
    private readonly members: MembersLookup,
    private readonly files: PrintFiles,
    private readonly blobs: BlobStore,
    private readonly tokens: PrintTokens,
  ) {}

  @RouteOf(printHttp.file)
  async file(
    @Param({ schema: printHttp.file.params }) { token }: { token: string },
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const item = await this.itemOf(token);
    if (!item) throw new Refused(orderProblems.notFound);
    const { blob, type } = await this.files.make(item);
    try {
      return await fileReply(reply, {
        type,
        headers: { 'cache-control': 'private, no-store', etag: `"${blob}"` },
        open: () => this.blobs.open(blob),
      });
    } catch (error) {
      if (!(error instanceof BlobMissing)) throw error;
      throw new Refused(orderProblems.notFound);
    }
  }

  @RouteOf(printHttp.changed)
  async changed(
    @Param({ schema: printHttp.changed.params }) { token }: { token: string },
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    const attempt = this.tokens.changes.read(token);
    const order = attempt && (await this.orders.find(attempt.orderId));
    if (!order) throw new Refused(orderProblems.notFound);
    const { printOrderId, attempt: present } = order.print;
    // An earlier attempt, and one whose id is not recorded yet, are polled by the process.
    if (printOrderId !== null && attempt.attempt === present) {
      const actor = { kind: 'system', id: 'print service' } as const;
      await this.commands.execute(new LookAtPrint(attempt, printOrderId, { ...context, actor }));
    }
    return { success: true };
  }

  /** Undefined unless the item may be printed now. */
  private async itemOf(token: string): Promise<OrderedProduct | undefined> {
    const signed = this.tokens.files.read(token);
    if (!signed || signed.expiresAt < Date.now()) return undefined;
    const order = await this.orders.find(signed.orderId);
    if (!order || !isAtPrint(order) || order.print.attempt !== signed.attempt) return undefined;
    if (await this.members.isErased(order.placed.memberId)) return undefined;
    return toPrint(order, order.placed).find(({ itemId }) => itemId === signed.itemId);
  }
}
