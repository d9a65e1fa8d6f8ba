import { Refused } from '@easel/contracts/kernel/problem';
import { purchasesHttp } from '@easel/contracts/purchases/http';
import { purchaseProblems } from '@easel/contracts/purchases/policy';
import { BlobStore } from '@easel/kernel/files/blob-store';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { PRIVATE, sendImage } from '@easel/kernel/http/image-reply';
import { titlesOf } from '../gallery/gallery.queries.ts';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { boughtImage, ownPurchases, purchasesModel } from './purchases.queries.ts';

@Controller()
export class PurchasesController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(BlobStore) private readonly blobs: BlobStore,
  ) {}

  @RouteOf(purchasesHttp.own)
  @ReadsFrom(purchasesModel)
  async own(
    @Caller() { id }: CallerValue,
    @Query({ schema: purchasesHttp.own.query }) asked: z.output<typeof purchasesHttp.own.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { json, incomplete, ...bought } = await ownPurchases(this.reads, id, asked);
    const titles = await titlesOf(this.reads, bought);
    sendJson(reply, { json: `${json.slice(0, -1)},"titles":${titles}}`, incomplete });
  }

  /** To the buyer alone: for others it is not there. */
  @RouteOf(purchasesHttp.image)
  @ReadsFrom(purchasesModel)
  async image(
    @Caller() caller: CallerValue,
    @Param({ schema: purchasesHttp.image.params }) { id, name }: z.output<typeof purchasesHttp.image.params>,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const size = name === 'preview.webp' ? 'preview' : 'thumbnail';
    const blob = await boughtImage(this.reads, { purchaseId: id, size, viewerId: caller.id });
    if (blob === undefined) throw new Refused(purchaseProblems.notFound);
    await sendImage(reply, this.blobs, { blob, known, cache: PRIVATE });
  }
}
