import { problems, Refused } from '@easel/contracts/kernel/problem';
import { pagesHttp } from '@easel/contracts/pages/http';
import { BlobStore } from '@easel/kernel/files/blob-store';
import { DerivedFiles } from '@easel/kernel/files/derived-files';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { PublicAddress } from '@easel/kernel/http/public-address';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { timeLimit } from '@easel/kernel/server/backoff';
import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { PUBLIC, sendImage } from '@easel/kernel/http/image-reply';
import { Reads } from '../kernel/reads.ts';
import { PackedText, sendPacked } from '../kernel/packed-text.ts';
import { RenderedPages } from './rendered-pages.ts';
import { type ListedPictures, robotsOf, sitemapIndex, sitemapPart } from './sitemap.ts';

/** Given where read models are listed, as they do not know each other. */
export const LISTED_PICTURES = Symbol('listed pictures');
/** Finds the file that previews of links show of a public picture; undefined for any other. */
export type LinkPicture = (reads: Reads, generationId: string) => Promise<DerivedRequest | undefined>;
export const LINK_PICTURE = Symbol('link picture');

/** Marks a list whose links come and go with scrolling. */
const ENDLESS = 'data-endless';

/**
 * What a browser may render before somebody goes there: reading these pages changes nothing. The pointer rests on a
 * link for a moment first.
 */
const SPECULATION_RULES = JSON.stringify({
  prerender: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            or: [
              '/',
              '/search*',
              '/public-gallery*',
              '/image/*',
              '/u/*',
              '/pricing*',
              '/about',
              '/contact',
              '/terms-conditions',
              '/privacy-policy',
              '/disclaimer',
            ].map((path) => ({ href_matches: path })),
          },
          // Chromium keeps every link that ever matched, removed ones with their whole card: of a list without end,
          // only the link that is pointed at matches.
          {
            or: [
              { not: { selector_matches: `[${ENDLESS}] a` } },
              { selector_matches: [`[${ENDLESS}] a:hover`, `[${ENDLESS}] a:focus-visible`] },
            ],
          },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});

const GENERATION_FILE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.jpg$/;
/** Search engines come by now and then; a part of the sitemap is megabytes. */
const SITEMAP_FRESH_MS = 10 * 60_000;
const XML = 'application/xml; charset=utf-8';

@Controller()
export class PagesController {
  private readonly sitemaps = new LRUCache<string, PackedText>({
    max: 8,
    ttl: SITEMAP_FRESH_MS,
    fetchMethod: async (name) => {
      const site = await this.known();
      const text =
        name === 'index'
          ? sitemapIndex(site, await this.pictures.count(this.reads))
          : await sitemapPart(name, { site, reads: this.reads, pictures: this.pictures });
      return text === undefined ? undefined : new PackedText(text, XML);
    },
  });

  constructor(
    @Inject(RenderedPages) private readonly pages: RenderedPages,
    @Inject(PublicAddress) private readonly site: PublicAddress,
    @Inject(Reads) private readonly reads: Reads,
    @Inject(BlobStore) private readonly blobs: BlobStore,
    @Inject(DerivedFiles) private readonly derived: DerivedFiles,
    @Inject(LISTED_PICTURES) private readonly pictures: ListedPictures,
    @Inject(LINK_PICTURE) private readonly linkPictureOf: LinkPicture,
  ) {}

  @RouteOf(pagesHttp.page)
  async page(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { status, html } = await this.pages.at(request.url, { visitor: request.ip });
    void reply.status(status).header('speculation-rules', '"/speculation-rules.json"');
    await this.send(request, reply, html);
  }

  @RouteOf(pagesHttp.linkPicture)
  async linkPicture(
    @Param({ schema: pagesHttp.linkPicture.params }) { name }: { name: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const [, generationId] = GENERATION_FILE.exec(name) ?? [];
    const wanted = generationId && (await this.linkPictureOf(this.reads, generationId));
    if (!wanted) throw new Refused(problems.notFound);
    const { blob } = await this.derived.get(wanted);
    const known = request.headers['if-none-match'];
    await sendImage(reply, this.blobs, { blob, known, cache: PUBLIC, type: 'image/jpeg' });
  }

  @RouteOf(pagesHttp.robots)
  async robots(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.send(request, reply, new PackedText(robotsOf(await this.known()), 'text/plain; charset=utf-8'));
  }

  @RouteOf(pagesHttp.sitemap)
  async sitemap(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.sendSitemap(request, reply, 'index');
  }

  @RouteOf(pagesHttp.sitemapPart)
  async sitemapPart(
    @Param({ schema: pagesHttp.sitemapPart.params }) { name }: { name: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (name === 'index') throw new Refused(problems.notFound);
    await this.sendSitemap(request, reply, name);
  }

  @RouteOf(pagesHttp.speculationRules)
  async speculationRules(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    await this.send(request, reply, new PackedText(SPECULATION_RULES, 'application/speculationrules+json'));
  }

  private async sendSitemap(request: FastifyRequest, reply: FastifyReply, name: string): Promise<void> {
    const text = await this.sitemaps.fetch(name);
    if (!text) throw new Refused(problems.notFound);
    await this.send(request, reply, text);
  }

  private async send({ headers }: FastifyRequest, reply: FastifyReply, text: PackedText): Promise<void> {
    await sendPacked(reply, text, {
      acceptEncoding: String(headers['accept-encoding'] ?? ''),
      known: headers['if-none-match'],
    });
  }

  private known(): Promise<string> {
    return this.site.known(timeLimit(5_000));
  }
}
