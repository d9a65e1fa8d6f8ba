import { galleryHttp } from '@easel/contracts/gallery/http';
import { type Generation, generationHttp, generationProblems } from '@easel/contracts/generation/http';
import { POSITION_HEADER } from '@easel/contracts/kernel/http';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { readQuery } from '@easel/kernel/http/contract-pipe';
import { type HttpRequest, stateOf } from '@easel/kernel/http/http-request';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { RecentReplies } from '../kernel/recent-replies.ts';
import { type JsonReply, sendJson } from '../kernel/reply.ts';
import {
  galleryModel,
  ownGallery,
  ownGeneration,
  ownGenerations,
  ownSuggestions,
  ownTrash,
} from './gallery.queries.ts';
import {
  isNewest,
  type PublicAsked,
  publicGallery,
  publicPictures,
  visibleGeneration,
} from './public-gallery.queries.ts';

/**
 * Gives public generations, as a viewer (null for a visitor) sees them, what others know of them; those that the viewer
 * does not see are left out.
 */
export type Dress = (
  viewerId: string | null,
  generations: readonly Generation[],
) => Promise<{ generations: Generation[]; incomplete: boolean }>;
/** Given where read models are listed, as they do not know each other. */
export const DRESS = Symbol('dress');

/** Finds public pictures by their words, or by what they show; undefined where neither is asked for. */
export type FindPublic = (reads: Reads, asked: PublicAsked) => Promise<FoundPictures | undefined>;
interface FoundPictures {
  /** Of the page, the newest first. */
  ids: readonly string[];
  pagination: { page: number; limit: number; pages: number; total: number };
  nextCursor: string | null;
  incomplete: boolean;
}
/** Given likewise. */
export const FIND_PUBLIC = Symbol('find public');

@Controller()
export class GalleryController {
  private readonly newest = new RecentReplies();

  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(DRESS) private readonly dress: Dress,
    @Inject(FIND_PUBLIC) private readonly find: FindPublic,
  ) {}

  @RouteOf(generationHttp.list)
  @ReadsFrom(galleryModel)
  async generations(
    @Caller() { id }: CallerValue,
    @Query({ schema: generationHttp.list.query }) asked: z.output<typeof generationHttp.list.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await ownGenerations(this.reads, id, asked));
  }

  @RouteOf(galleryHttp.own)
  @ReadsFrom(galleryModel)
  async gallery(@Req() request: HttpRequest, @Res() reply: FastifyReply): Promise<void> {
    const asked = readQuery(galleryHttp.own.query, request.query);
    sendJson(reply, await ownGallery(this.reads, stateOf(request).caller.id, asked));
  }

  @RouteOf(generationHttp.one)
  @ReadsFrom(galleryModel)
  async generation(
    @Caller() caller: CallerValue,
    @Param({ schema: generationHttp.one.params }) { id }: z.output<typeof generationHttp.one.params>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await ownGeneration(this.reads, caller.id, id);
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
    sendJson(reply, await ownTrash(this.reads, id, asked));
  }

  @RouteOf(galleryHttp.ownSuggestions)
  async suggestions(
    @Caller() { id }: CallerValue,
    @Query({ schema: galleryHttp.ownSuggestions.query }) { q }: z.output<typeof galleryHttp.ownSuggestions.query>,
  ): Promise<z.output<typeof galleryHttp.ownSuggestions.reply>> {
    return { success: true, suggestions: await ownSuggestions(this.reads, id, q) };
  }

  @RouteOf(galleryHttp.public)
  @ReadsFrom(galleryModel)
  public(@Req() request: HttpRequest, @Res() reply: FastifyReply): void | Promise<void> {
    const { kind, id } = stateOf(request).caller;
    const asked = readQuery(galleryHttp.public.query, request.query);
    const mayBeRecent = kind === 'visitor' && request.headers[POSITION_HEADER] === undefined;
    const viewerId = kind === 'member' ? id : null;
    const read = async (): Promise<JsonReply> => this.dressed(viewerId, await this.listed(asked));
    const page = mayBeRecent && isNewest(asked) ? this.newest.get(String(asked.limit), read) : read();
    return page instanceof Promise ? page.then((found) => sendJson(reply, found)) : sendJson(reply, page);
  }

  @RouteOf(galleryHttp.publicOne)
  @ReadsFrom(galleryModel)
  async publicOne(
    @Param({ schema: galleryHttp.publicOne.params }) { id }: z.output<typeof galleryHttp.publicOne.params>,
    @Caller() caller: CallerValue,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const viewerId = caller.kind === 'member' ? caller.id : null;
    const found = await visibleGeneration(this.reads, { generationId: id, viewerId });
    if (!found) throw new Refused(generationProblems.notFound);
    const { generation: stored } = JSON.parse(found.json) as { generation: Generation };
    const asFound = { generations: [stored], incomplete: false };
    const {
      generations: [generation],
      incomplete,
    } = stored.isPublic ? await this.dress(viewerId, asFound.generations) : asFound;
    if (!generation) throw new Refused(generationProblems.notFound);
    sendJson(reply, {
      json: JSON.stringify({ success: true, generation }),
      incomplete: found.incomplete || incomplete,
    });
  }

  private async listed(asked: PublicAsked): Promise<JsonReply> {
    const found = await this.find(this.reads, asked);
    if (!found) return publicGallery(this.reads, asked);
    const { ids, pagination, nextCursor } = found;
    const { items, incomplete } = await publicPictures.byIds(this.reads, ids);
    return {
      json: JSON.stringify({ success: true, items, total: pagination.total, pagination, nextCursor }),
      incomplete: found.incomplete || incomplete,
    };
  }

  private async dressed(viewerId: string | null, { json, incomplete }: JsonReply): Promise<JsonReply> {
    const page = JSON.parse(json) as { items: Generation[] };
    const found = await this.dress(viewerId, page.items);
    return {
      json: JSON.stringify({ ...page, items: found.generations }),
      incomplete: incomplete || found.incomplete,
    };
  }
}
