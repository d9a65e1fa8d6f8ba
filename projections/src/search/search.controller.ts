import { generationProblems } from '@easel/contracts/generation/http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { searchHttp } from '@easel/contracts/search/http';
import { RELATED, searchCategories } from '@easel/contracts/search/policy';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { type JsonReply, sendJson } from '../kernel/reply.ts';
import { findAlike, findRelated } from './alike.queries.ts';
import { didYouMean } from './did-you-mean.queries.ts';
import { type AuthorsNamed, categories, findOwn, findPublic, type FoundPage, searchModel } from './search.queries.ts';
import { suggestions, trending } from './trends.queries.ts';

type SearchAsked = z.output<typeof searchHttp.images.query>;
type Replies = { [Name in keyof typeof searchHttp]: z.output<(typeof searchHttp)[Name]['reply']> };

/** Finds of these generations those that the viewer may see, in this order: a JSON array of what is replied of each. */
export type FoundCards = (reads: Reads, viewerId: string | null, ids: readonly string[]) => Promise<JsonReply>;
/** Given where read models are listed, as they do not know each other. */
export const FOUND_CARDS = Symbol('found cards');
/** Given likewise. */
export const AUTHORS_NAMED = Symbol('authors named');

@Controller()
export class SearchController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(FOUND_CARDS) private readonly cards: FoundCards,
    @Inject(AUTHORS_NAMED) private readonly authorsNamed: AuthorsNamed,
  ) {}

  @RouteOf(searchHttp.images)
  @ReadsFrom(searchModel)
  async images(
    @Caller() caller: CallerValue,
    @Query({ schema: searchHttp.images.query }) asked: SearchAsked,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const viewerId = caller.kind === 'member' ? caller.id : null;
    if (asked.like !== undefined) await this.refuseBarred(viewerId, asked.like);
    const found = await this.find(asked, viewerId);
    const { total } = found.pagination;
    // What is private is nobody's to guess from, so that only the public pictures say what may have been meant.
    const meant = total === 0 && asked.of === 'everyone' ? await didYouMean(this.reads, asked.q) : [];
    const cards = await this.cards(this.reads, viewerId, found.ids);
    const words = JSON.stringify(messageOf(found, asked.category));
    sendJson(reply, {
      json: `{"success":true,"results":${cards.json},"message":${words},"didYouMean":${JSON.stringify(meant)},"pagination":${JSON.stringify(found.pagination)}}`,
      incomplete: found.incomplete || cards.incomplete,
    });
  }

  /** Refuses what others see but a block hides from the viewer, which the search itself does not know. */
  private async refuseBarred(viewerId: string | null, id: string): Promise<void> {
    if (viewerId === null) return;
    const { json } = await this.cards(this.reads, viewerId, [id]);
    if (json === '[]') throw new Refused(generationProblems.notFound);
  }

  private async find({ of, like, ...asked }: SearchAsked, viewerId: string | null): Promise<FoundPage> {
    if (like !== undefined) {
      const alike = await findAlike(this.reads, { like, viewerId, asked });
      if (!alike) throw new Refused(generationProblems.notFound);
      return alike;
    }
    if (of === 'everyone') return findPublic(this.reads, asked, this.authorsNamed);
    if (viewerId === null) throw new Refused(problems.signedOut);
    return findOwn(this.reads, viewerId, asked);
  }

  @RouteOf(searchHttp.related)
  @ReadsFrom(searchModel)
  async related(
    @Caller() caller: CallerValue,
    @Param({ schema: searchHttp.related.params }) { id }: z.output<typeof searchHttp.related.params>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const viewerId = caller.kind === 'member' ? caller.id : null;
    await this.refuseBarred(viewerId, id);
    const ids = await findRelated(this.reads, { id, viewerId, limit: RELATED });
    if (!ids) throw new Refused(generationProblems.notFound);
    const { json, incomplete } = await this.cards(this.reads, viewerId, ids);
    sendJson(reply, { json: `{"success":true,"results":${json}}`, incomplete });
  }

  @RouteOf(searchHttp.categories)
  @ReadsFrom(searchModel)
  async categories(@Caller() caller: CallerValue): Promise<Replies['categories']> {
    const viewerId = caller.kind === 'member' ? caller.id : null;
    const shown = await categories(this.reads);
    const { json } = await this.cards(
      this.reads,
      viewerId,
      shown.flatMap(({ ids }) => ids),
    );
    const images = JSON.parse(json) as Replies['images']['results'];
    const byId = new Map(images.map((image) => [image.id, image]));
    return {
      success: true,
      categories: shown.map(({ ids, ...category }) => ({
        ...category,
        images: ids.flatMap((id) => byId.get(id) ?? []),
      })),
    };
  }

  @RouteOf(searchHttp.trending)
  @ReadsFrom(searchModel)
  async trending(
    @Query({ schema: searchHttp.trending.query }) { limit }: z.output<typeof searchHttp.trending.query>,
  ): Promise<Replies['trending']> {
    return { success: true, trending: await trending(this.reads, limit) };
  }

  @RouteOf(searchHttp.suggestions)
  @ReadsFrom(searchModel)
  async suggestions(
    @Query({ schema: searchHttp.suggestions.query }) { q }: z.output<typeof searchHttp.suggestions.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = JSON.stringify(await suggestions(this.reads, q));
    sendJson(reply, { json: `{"success":true,"suggestions":${found}}`, incomplete: false });
  }
}

/** spec: public-and-commerce §2.3. */
function messageOf({ pagination: { total }, more }: FoundPage, category: string | undefined): string {
  if (total > 0)
    return `${more ? 'More than ' : ''}${total.toLocaleString('en')} ${total === 1 ? 'image' : 'images'} found`;
  const name = category === undefined ? undefined : searchCategories.find(({ id }) => id === category)?.name;
  return name === undefined ? 'No images found' : `No images found in “${name}”`;
}
