import { favoritesHttp } from '@easel/contracts/favorites/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { type JsonReply, sendJson } from '../kernel/reply.ts';
import { favoritesModel, ownFavorites } from './favorites.queries.ts';

/**
 * Finds of these generations those that the viewer may see, in this order: a JSON array as their galleries show them.
 */
export type Cards = (reads: Reads, viewerId: string, ids: readonly string[]) => Promise<JsonReply>;
/** Given where read models are listed, as they do not know each other. */
export const CARDS = Symbol('cards');

@Controller()
export class FavoritesController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(CARDS) private readonly cards: Cards,
  ) {}

  @RouteOf(favoritesHttp.own)
  @ReadsFrom(favoritesModel)
  async own(
    @Caller() { id: memberId }: CallerValue,
    @Query({ schema: favoritesHttp.own.query }) { expand, page, limit }: z.output<typeof favoritesHttp.own.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { ids, incomplete } = await ownFavorites(this.reads, memberId);
    const favorites = `"success":true,"favorites":${JSON.stringify(ids)}`;
    if (expand === '0') return sendJson(reply, { json: `{${favorites}}`, incomplete });
    const cards = await this.cards(this.reads, memberId, ids.slice((page - 1) * limit, page * limit));
    const pagination = JSON.stringify({ page, limit, pages: Math.ceil(ids.length / limit), total: ids.length });
    sendJson(reply, {
      json: `{${favorites},"items":${cards.json},"pagination":${pagination}}`,
      incomplete: incomplete || cards.incomplete,
    });
  }
}
