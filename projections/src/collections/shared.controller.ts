import { createHash } from 'node:crypto';
import type { Author, Generation } from '@easel/contracts/generation/http';
import { Refused } from '@easel/contracts/kernel/problem';
import { shareProblems, sharesHttp } from '@easel/contracts/shares/http';
import { SHARED_HEADERS, sharedImagePath } from '@easel/contracts/shares/policy';
import { BlobStore } from '@easel/kernel/files/blob-store';
import { DerivedFiles } from '@easel/kernel/files/derived-files';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Sealer } from '@easel/kernel/identity/sealing';
import { Controller, Headers, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { PRIVATE, sendImage } from '@easel/kernel/http/image-reply';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { OWN_CARDS, type OwnCards } from './collections.controller.ts';
import { collectionsModel, sharedBy, shows } from './collections.queries.ts';

/** Finds the file behind the name of an image that its owner's gallery shows, and whose it is, of which generation. */
export type ShownImage = (
  reads: Reads,
  asked: { variantId: string; size: 'preview' | 'thumbnail' },
) => Promise<
  { generationId: string; memberId: string; file: { blob: string } | { request: DerivedRequest } } | undefined
>;
/** Finds as whom everybody sees a member; undefined where they are hidden. */
export type AuthorOf = (reads: Reads, memberId: string) => Promise<Author | undefined>;
/** Given where read models are listed, as they do not know each other. */
export const SHOWN_IMAGE = Symbol('shown image');
export const AUTHOR_OF = Symbol('author of');

/** The only names there are. */
const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(-thumb)?\.webp$/;
/** 256 bits in base64url: for anything else the database is not asked. */
const TOKEN = /^[\w-]{43}$/;

/** What links show to whoever has them. A link that does not work is not there, whatever the cause. */
@Controller()
export class SharedController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(Sealer) private readonly sealer: Sealer,
    @Inject(BlobStore) private readonly blobs: BlobStore,
    @Inject(DerivedFiles) private readonly derived: DerivedFiles,
    @Inject(OWN_CARDS) private readonly cards: OwnCards,
    @Inject(SHOWN_IMAGE) private readonly imageOf: ShownImage,
    @Inject(AUTHOR_OF) private readonly authorOf: AuthorOf,
  ) {}

  @RouteOf(sharesHttp.shown)
  @ReadsFrom(collectionsModel)
  async shown(
    @Param({ schema: sharesHttp.shown.params }) { token }: { token: string },
    @Query({ schema: sharesHttp.shown.query }) { page, limit }: z.output<typeof sharesHttp.shown.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    void reply.headers(SHARED_HEADERS);
    const found = await sharedBy(this.reads, { digest: digestOf(token), at: new Date(), page, limit });
    if (!found || (await this.isErased(found.member_id))) throw new Refused(shareProblems.notFound);
    const { member_id: memberId, kind, title, total } = found;
    const [cards, author] = await Promise.all([
      this.cards(this.reads, memberId, found.ids),
      this.authorOf(this.reads, memberId),
    ]);
    const generations = JSON.parse(cards.json) as Generation[];
    if (kind === 'picture' && page === 1 && generations.length === 0) throw new Refused(shareProblems.notFound);
    // Of each picture what can be looked at, and nothing that it was made from.
    const images = generations.flatMap(({ variants }) =>
      variants.map(({ id, width, height, thumbhash }) => ({
        id,
        image_url: sharedImagePath(token, id),
        thumbnail_url: sharedImagePath(token, id, { thumbnail: true }),
        width,
        height,
        thumbhash,
      })),
    );
    sendJson(reply, {
      json: JSON.stringify({
        success: true,
        kind,
        title,
        author: author ?? null,
        images,
        pagination: { page, limit, pages: Math.ceil(total / limit), total },
        expires_at: found.expires_at.toISOString(),
      }),
      incomplete: found.incomplete || cards.incomplete,
    });
  }

  @RouteOf(sharesHttp.image)
  @ReadsFrom(collectionsModel)
  async image(
    @Param({ schema: sharesHttp.image.params }) { token, name }: { token: string; name: string },
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    void reply.headers(SHARED_HEADERS);
    const digest = digestOf(token);
    const [, variantId, thumb] = NAME.exec(name) ?? [];
    const image = variantId && (await this.imageOf(this.reads, { variantId, size: thumb ? 'thumbnail' : 'preview' }));
    if (!image) throw new Refused(shareProblems.notFound);
    const { generationId, memberId, file } = image;
    const isShown = await shows(this.reads, { digest, at: new Date(), generationId, memberId });
    if (!isShown || (await this.isErased(memberId))) throw new Refused(shareProblems.notFound);
    const { blob } = 'request' in file ? await this.derived.get(file.request) : file;
    // Asked for anew each time, since the link may have ended; what has not changed is not sent again.
    await sendImage(reply, this.blobs, { blob, known, cache: PRIVATE });
  }

  private async isErased(memberId: string): Promise<boolean> {
    return (await this.sealer.erasedOf([memberId])).has(memberId);
  }
}

/** As facts have it. Throws Refused (notFound) for what is no token. */
function digestOf(token: string): string {
  if (!TOKEN.test(token)) throw new Refused(shareProblems.notFound);
  return createHash('sha256').update(token).digest('hex');
}
