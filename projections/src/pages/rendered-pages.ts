import { AsyncLocalStorage } from 'node:async_hooks';
import type { Carrier } from '@easel/contracts/kernel/client/client';
import { PublicAddress } from '@easel/kernel/http/public-address';
import { timeLimit } from '@easel/kernel/server/backoff';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyInstance } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Log } from '../kernel/log.ts';
import { documentOf } from './document.ts';
import { PackedText } from '../kernel/packed-text.ts';
import type { WebBuild } from './web-build.ts';

/** Loads the member app's build; given, as tests have their own. */
export type LoadWebBuild = () => Promise<WebBuild>;
export const LOAD_WEB_BUILD = Symbol('load web build');

export interface Page {
  status: 200 | 404;
  html: PackedText;
}

interface Asked {
  /** Of whom, so that what the page reads counts as theirs. */
  visitor: string;
}

/** As old as a page may be that is sent again. */
const FRESH_MS = 1_000;
const MOST_BYTES = 48 * 1024 * 1024;
const HTML = 'text/html; charset=utf-8';
/** Longer ones are nobody's bookmarks: they would fill the cache with themselves. */
const LONGEST_ADDRESS = 2_000;

/**
 * Pages as visitors see them. What they read is asked of this server's own routes, as a browser would: so that a page
 * says what a call says. Each is rendered once for all who ask for it at the same time.
 */
@Injectable()
export class RenderedPages {
  private readonly visitor = new AsyncLocalStorage<string>();
  private build: Promise<WebBuild> | undefined;
  private readonly kept = new LRUCache<string, Page, Asked>({
    maxSize: MOST_BYTES,
    sizeCalculation: ({ html }) => html.size,
    ttl: FRESH_MS,
    fetchMethod: (address, _stale, { context, options }) =>
      this.render(address, context, () => (options.ttl = Number.MIN_VALUE)),
  });

  constructor(
    private readonly host: HttpAdapterHost,
    @Inject(PublicAddress) private readonly site: PublicAddress,
    @Inject(LOGGER) private readonly logger: Log,
    @Inject(LOAD_WEB_BUILD) private readonly load: LoadWebBuild,
  ) {}

  /** The page at an address, path and query. */
  async at(address: string, asked: Asked): Promise<Page> {
    if (address.length > LONGEST_ADDRESS) return this.bare(200);
    return (await this.kept.fetch(address, { context: asked })) ?? this.bare(200);
  }

  private async render(address: string, { visitor }: Asked, keepNot: () => void): Promise<Page> {
    const { renderer, template } = await this.built();
    try {
      const page = await this.visitor.run(visitor, () => renderer.renderPage(address));
      if (page === null) return await this.bare(404);
      if (!page.whole) keepNot();
      const site = await this.site.known(timeLimit(5_000));
      return { status: 200, html: new PackedText(documentOf(template, page, { site, address }), HTML) };
    } catch (error) {
      // The browser renders it by itself, and says what it finds.
      // The query may hold a token.
      this.logger.error({ error, path: address.split('?')[0] }, 'a page could not be rendered');
      keepNot();
      return this.bare(200);
    }
  }

  private async bare(status: Page['status']): Promise<Page> {
    return { status, html: new PackedText((await this.built()).bare, HTML) };
  }

  private async built(): Promise<WebBuild> {
    this.build ??= this.load().then((build) => {
      build.renderer.answerBy(this.carry);
      return build;
    });
    try {
      return await this.build;
    } catch (error) {
      this.build = undefined;
      throw error;
    }
  }

  private readonly carry: Carrier = async (url, { method = 'GET', headers }) => {
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    const remoteAddress = this.visitor.getStore() ?? '127.0.0.1';
    const reply = await fastify.inject({
      method: method as 'GET',
      url,
      headers: headers as Record<string, string>,
      remoteAddress,
    });
    const { 'content-type': type = '' } = reply.headers;
    return new Response(reply.body, { status: reply.statusCode, headers: { 'content-type': String(type) } });
  };
}
