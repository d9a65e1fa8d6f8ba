import { downloadsHttp, type Quote } from '@easel/contracts/downloads/http';
import { downloadProblems, imageSizeOfPixels } from '@easel/contracts/downloads/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { EntitlementsLookup } from '../account/entitlements.lookup.ts';
import { ImageFiles } from '../image-files.ts';
import { DownloadTokens, isOutOfTime } from './download-tokens.ts';
import { ConfirmDownload, type Confirmation } from './confirm-download.ts';
import { Quotes, type QuoteRequest } from './quotes.ts';

@Controller()
export class DownloadsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly quotes: Quotes,
    private readonly tokens: DownloadTokens,
    private readonly files: ImageFiles,
    private readonly entitlements: EntitlementsLookup,
  ) {}

  @RouteOf(downloadsHttp.request)
  async request(
    @Body({ schema: downloadsHttp.request.body }) body: QuoteRequest,
    @Caller() { id }: CallerValue,
  ): Promise<{ success: true; quote: Quote; token: string }> {
    return { success: true, ...(await this.quotes.quote(id, body)) };
  }

  @RouteOf(downloadsHttp.confirm)
  async confirm(
    @Body({ schema: downloadsHttp.confirm.body }) body: Confirmation,
    @Caller() { id }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; downloadUrl: string; expiresAt: string }> {
    const { link, expiresAt } = await this.commands.execute(new ConfirmDownload(id, body, context));
    const downloadUrl = downloadsHttp.file.path.replace(':token', link);
    return { success: true, downloadUrl, expiresAt: expiresAt.toISOString() };
  }

  /** Whoever has the address is its member's: it is followed without a token. */
  @RouteOf(downloadsHttp.file)
  async file(
    @Param({ schema: downloadsHttp.file.params }) { token }: { token: string },
    @Issued() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const link = this.tokens.links.read(token);
    if (!link) throw new Refused(downloadProblems.linkWrong);
    const { memberId, download: _, expiresAt, ...wanted } = link;
    if (isOutOfTime(expiresAt, Date.now())) throw new Refused(downloadProblems.linkExpired);
    const has = await this.entitlements.of(memberId);
    const keptBack = has.sizeRefusal(wanted.variantId, imageSizeOfPixels(Math.max(wanted.widthPx, wanted.heightPx)));
    if (keptBack) throw new Refused(keptBack);
    return this.files.send(wanted, memberId, { ...context, actor: { kind: 'member', id: memberId } }, reply);
  }
}
