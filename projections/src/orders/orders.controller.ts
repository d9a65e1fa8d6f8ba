import { MORE_HEADER } from '@easel/contracts/kernel/console';
import { Refused } from '@easel/contracts/kernel/problem';
import { ordersConsoleHttp } from '@easel/contracts/orders/console.http';
import { ordersHttp } from '@easel/contracts/orders/http';
import { orderProblems } from '@easel/contracts/orders/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { BlobStore } from '@easel/kernel/files/blob-store';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import type { AskedList } from '@easel/kernel/http/simple-rest';
import { Body, Controller, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { PRIVATE, sendImage } from '@easel/kernel/http/image-reply';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { CustomerLookups } from './customer-lookups.ts';
import {
  listedOrders,
  orderedImage,
  orderCounts,
  type OrderInvoices,
  orderList,
  orderRecord,
  ordersModel,
  ownOrderById,
  ownOrders,
} from './orders.queries.ts';

/** Finds the prompts of pictures by their ids, as JSON; those of erased makers are left out. */
export type OrderedTitles = (
  reads: Reads,
  pictures: { generations: readonly string[]; variants: readonly string[] },
) => Promise<string>;
/** Provides the gallery's: read models do not import each other. */
export const ORDERED_TITLES = Symbol('ordered titles');
/** Provides those of the invoices. */
export const ORDER_INVOICES = Symbol('order invoices');

@Controller()
export class OrdersController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(BlobStore) private readonly blobs: BlobStore,
    @Inject(ORDERED_TITLES) private readonly titlesOf: OrderedTitles,
    @Inject(ORDER_INVOICES) private readonly invoices: OrderInvoices,
    @Inject(CustomerLookups) private readonly lookups: CustomerLookups,
  ) {}

  @RouteOf(ordersHttp.own)
  @ReadsFrom(ordersModel)
  async own(
    @Caller() { id }: CallerValue,
    @Query({ schema: ordersHttp.own.query }) asked: z.output<typeof ordersHttp.own.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await ownOrders(this.reads, id, asked));
  }

  @RouteOf(ordersHttp.one)
  @ReadsFrom(ordersModel)
  async one(
    @Caller() caller: CallerValue,
    @Param({ schema: ordersHttp.one.params }) { id }: z.output<typeof ordersHttp.one.params>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await ownOrderById(this.reads, { id, memberId: caller.id }, this.invoices);
    if (!found) throw new Refused(orderProblems.notFound);
    const { order, generations, incomplete } = found;
    const titles = await this.titlesOf(this.reads, { generations, variants: [] });
    sendJson(reply, { json: `{"success":true,"order":${JSON.stringify(order)},"titles":${titles}}`, incomplete });
  }

  /** To the member alone who ordered it: for others it is not there. */
  @RouteOf(ordersHttp.image)
  @ReadsFrom(ordersModel)
  async image(
    @Caller() caller: CallerValue,
    @Param({ schema: ordersHttp.image.params }) { id, item }: z.output<typeof ordersHttp.image.params>,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.sendPicture(reply, await orderedImage(this.reads, { id, item, viewerId: caller.id }), known);
  }

  @RouteOf(ordersConsoleHttp.list)
  @ReadsFrom(ordersModel)
  async list(
    @Query({ schema: ordersConsoleHttp.list.query }) asked: AskedList,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { filter, limit } = orderList.read(asked);
    const found = await listedOrders(this.reads, filter, limit, this.invoices);
    reply
      .header('content-range', `orders ${found.rows > 0 ? `0-${found.rows - 1}` : '*'}/*`)
      .header(MORE_HEADER, String(found.more));
    sendJson(reply, found);
  }

  @RouteOf(ordersConsoleHttp.lookUp)
  @ReadsFrom(ordersModel)
  lookUp(
    @Body({ schema: ordersConsoleHttp.lookUp.body }) asked: z.output<typeof ordersConsoleHttp.lookUp.body>,
    @Issued() context: CommandContext,
  ): Promise<z.output<typeof ordersConsoleHttp.lookUp.reply>> {
    return this.lookups.find(asked, context);
  }

  @RouteOf(ordersConsoleHttp.counts)
  @ReadsFrom(ordersModel)
  async counts(@Res() reply: FastifyReply): Promise<void> {
    sendJson(reply, await orderCounts(this.reads));
  }

  @RouteOf(ordersConsoleHttp.picture)
  @ReadsFrom(ordersModel)
  async picture(
    @Param({ schema: ordersConsoleHttp.picture.params })
    { id, item }: z.output<typeof ordersConsoleHttp.picture.params>,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    await this.sendPicture(reply, await orderedImage(this.reads, { id, item }), known);
  }

  @RouteOf(ordersConsoleHttp.record)
  @ReadsFrom(ordersModel)
  async record(
    @Param({ schema: ordersConsoleHttp.record.params }) { id }: z.output<typeof ordersConsoleHttp.record.params>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await orderRecord(this.reads, id, this.invoices);
    if (!found) throw new Refused(orderProblems.notFound);
    sendJson(reply, found);
  }

  private async sendPicture(reply: FastifyReply, blob: string | undefined, known: string | undefined): Promise<void> {
    if (blob === undefined) throw new Refused(orderProblems.notFound);
    await sendImage(reply, this.blobs, { blob, known, cache: PRIVATE });
  }
}
