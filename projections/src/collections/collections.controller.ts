import { collectionProblems, collectionsHttp, type Collection } from '@easel/contracts/collections/http';
import type { Generation } from '@easel/contracts/generation/http';
import { ERASED } from '@easel/contracts/kernel/event';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { type JsonReply, sendJson } from '../kernel/reply.ts';
import { collectionsModel, type FoundCollection, ownCollection, ownCollections } from './collections.queries.ts';

/** Finds of these generations those that their owner may see, in this order: a JSON array as the gallery shows them. */
export type OwnCards = (reads: Reads, ownerId: string, ids: readonly string[]) => Promise<JsonReply>;
/** Given where read models are listed, as they do not know each other. */
export const OWN_CARDS = Symbol('own cards');

@Controller()
export class CollectionsController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(OWN_CARDS) private readonly cards: OwnCards,
  ) {}

  @RouteOf(collectionsHttp.list)
  @ReadsFrom(collectionsModel)
  async list(
    @Caller() { id: memberId }: CallerValue,
    @Query({ schema: collectionsHttp.list.query }) { holding }: z.output<typeof collectionsHttp.list.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await ownCollections(this.reads, memberId, holding ?? null);
    const ids = [...new Set(found.flatMap(({ covers }) => covers))];
    const { json, incomplete } = await this.cards(this.reads, memberId, ids);
    const coverOf = new Map((JSON.parse(json) as Generation[]).map(({ id, variants: [cover] }) => [id, cover]));
    const collections = found.map((one) => ({
      ...shown(one),
      covers: one.covers.flatMap((id) => coverOf.get(id) ?? []),
      holds: one.holds,
    }));
    sendJson(reply, {
      json: JSON.stringify({ success: true, collections }),
      incomplete: incomplete || found.some((one) => one.incomplete),
    });
  }

  @RouteOf(collectionsHttp.one)
  @ReadsFrom(collectionsModel)
  async one(
    @Caller() { id: memberId }: CallerValue,
    @Param({ schema: collectionsHttp.one.params }) { id }: { id: string },
    @Query({ schema: collectionsHttp.one.query }) { page, limit }: z.output<typeof collectionsHttp.one.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await ownCollection(this.reads, memberId, { id, page, limit });
    if (!found) throw new Refused(collectionProblems.notFound);
    const cards = await this.cards(this.reads, memberId, found.ids);
    const total = found.pictures;
    const collection = JSON.stringify(shown(found));
    const pagination = JSON.stringify({ page, limit, pages: Math.ceil(total / limit), total });
    sendJson(reply, {
      json: `{"success":true,"collection":${collection},"items":${cards.json},"pagination":${pagination}}`,
      incomplete: found.incomplete || cards.incomplete,
    });
  }
}

const shown = ({ id, name, pictures, made_at: madeAt }: FoundCollection): Collection => ({
  id,
  name: name === ERASED ? '' : name,
  pictures,
  made_at: madeAt.toISOString(),
});
