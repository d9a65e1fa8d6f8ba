import { galleryHttp } from '@easel/contracts/gallery/http';
import { generationHttp, generationProblems } from '@easel/contracts/generation/http';
import { POSITION_HEADER } from '@easel/contracts/kernel/http';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/caller';
import { Caller } from '@easel/kernel/caller.decorator';
import { RouteOf } from '@easel/kernel/route.decorator';
import { Controller, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { sendJson } from '../kernel/reply.ts';
import {
  galleryModel,
  OwnGallery,
  OwnGeneration,
  OwnGenerations,
  OwnSuggestions,
  OwnTrash,
} from './gallery.queries.ts';
import { PublicGallery, PublicGeneration } from './public-gallery.queries.ts';

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

  @RouteOf(galleryHttp.trash)
  @ReadsFrom(galleryModel)
  async trash(
    @Caller() { id }: CallerValue,
    @Query({ schema: galleryHttp.trash.query }) asked: z.output<typeof galleryHttp.trash.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.queries.execute(new OwnTrash(id, asked)));
  }

  @RouteOf(galleryHttp.ownSuggestions)
  async suggestions(
    @Caller() { id }: CallerValue,
    @Query({ schema: galleryHttp.ownSuggestions.query }) { q }: z.output<typeof galleryHttp.ownSuggestions.query>,
  ): Promise<z.output<typeof galleryHttp.ownSuggestions.reply>> {
    return { success: true, suggestions: await this.queries.execute(new OwnSuggestions(id, q)) };
  }

  @RouteOf(galleryHttp.public)
  @ReadsFrom(galleryModel)
  async public(
    @Caller() { kind }: CallerValue,
    @Query({ schema: galleryHttp.public.query }) asked: z.output<typeof galleryHttp.public.query>,
    @Headers(POSITION_HEADER) position: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const mayBeRecent = kind === 'visitor' && position === undefined;
    sendJson(reply, await this.queries.execute(new PublicGallery(asked, mayBeRecent)));
  }

  @RouteOf(galleryHttp.publicOne)
  @ReadsFrom(galleryModel)
  async publicOne(
    @Param({ schema: galleryHttp.publicOne.params }) { id }: z.output<typeof galleryHttp.publicOne.params>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.queries.execute(new PublicGeneration(id));
    if (!found) throw new Refused(generationProblems.notFound);
    sendJson(reply, found);
  }
}
