import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp, generationProblems } from '@easel/contracts/generation/http';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/caller';
import { Caller } from '@easel/kernel/caller.decorator';
import { RouteOf } from '@easel/kernel/route.decorator';
import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { sendJson } from '../kernel/reply.ts';
import { galleryModel, OwnGallery, OwnGeneration, OwnGenerations } from './gallery.queries.ts';

@Controller()
export class GalleryController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @RouteOf(generationHttp.list)
  @ReadsFrom(galleryModel)
  async generations(
    @Caller() { id }: CallerValue,
    @Query({ schema: generationHttp.list.query }) asked: z.output<typeof generationHttp.list.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.queries.execute(new OwnGenerations(id, asked)));
  }

  @RouteOf(galleryHttp.own)
  @ReadsFrom(galleryModel)
  async gallery(
    @Caller() { id }: CallerValue,
    @Query({ schema: galleryHttp.own.query }) asked: z.output<typeof galleryHttp.own.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.queries.execute(new OwnGallery(id, asked)));
  }

  @RouteOf(generationHttp.one)
  @ReadsFrom(galleryModel)
  async generation(
    @Caller() caller: CallerValue,
    @Param({ schema: generationHttp.one.params }) { id }: z.output<typeof generationHttp.one.params>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.queries.execute(new OwnGeneration(caller.id, id));
    if (!found) throw new Refused(generationProblems.notFound);
    sendJson(reply, found);
  }
}
