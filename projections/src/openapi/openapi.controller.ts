import { problems, Refused } from '@easel/contracts/kernel/problem';
import { openApiDocument } from '@easel/contracts/openapi/document';
import { openapiHttp } from '@easel/contracts/openapi/http';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { PackedText, sendPacked } from '../kernel/packed-text.ts';
import { DOCS_POLICY, loadDocsPage, type DocsPage } from './docs-page.ts';

const FOR_GOOD = 'public, max-age=31536000, immutable';

/** Serves the OpenAPI document and its viewer. Both are made at the first request and kept. */
@Controller()
export class OpenApiController {
  private document: PackedText | undefined;
  private page: Promise<DocsPage> | undefined;

  @RouteOf(openapiHttp.document)
  async serveDocument(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    this.document ??= new PackedText(JSON.stringify(openApiDocument()), 'application/json; charset=utf-8');
    await send(request, reply, this.document);
  }

  @RouteOf(openapiHttp.viewer)
  async servePage(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const { html } = await this.loaded();
    void reply.header('content-security-policy', DOCS_POLICY);
    await send(request, reply, html);
  }

  @RouteOf(openapiHttp.asset)
  async serveAsset(
    @Param({ schema: openapiHttp.asset.params }) { name }: { name: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { assets } = await this.loaded();
    const asset = assets.get(name);
    if (!asset) throw new Refused(problems.notFound);
    await send(request, reply, asset, FOR_GOOD);
  }

  /** A failed load is tried again by the next request. */
  private loaded(): Promise<DocsPage> {
    this.page ??= loadDocsPage().catch((error: unknown) => {
      this.page = undefined;
      throw error;
    });
    return this.page;
  }
}

async function send({ headers }: FastifyRequest, reply: FastifyReply, text: PackedText, cache?: string): Promise<void> {
  await sendPacked(reply, text, {
    acceptEncoding: String(headers['accept-encoding'] ?? ''),
    known: headers['if-none-match'],
    ...(cache !== undefined && { cache }),
  });
}
