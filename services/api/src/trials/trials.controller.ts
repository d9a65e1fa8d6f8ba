import { trialSizeOf } from '@easel/contracts/generation/policy';
import { Refused } from '@easel/contracts/kernel/problem';
import { trialProblems, trialsHttp, type Trial } from '@easel/contracts/trials/http';
import { trialEndsAt } from '@easel/contracts/trials/policy';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { BlobStore } from '@easel/kernel/files/blob-store';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { fileReply } from '@easel/kernel/http/file-reply';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, HttpCode, Param, Res, type StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Browser, type BrowserValue } from '../browser.decorator.ts';
import { GenerationLookup, type FoundGeneration } from '../generation/generation.lookup.ts';
import { RenderStandingLookup } from '../generation/render-standing.lookup.ts';
import { Visitors } from '../visitors.ts';
import { VisitorPictures } from './make-trial.ts';

/** A visitor's own picture: whose it is says the cookie, and to everybody else it is not there. */
@Controller()
export class TrialsController {
  constructor(
    private readonly pictures: VisitorPictures,
    private readonly generations: GenerationLookup,
    private readonly standings: RenderStandingLookup,
    private readonly visitors: Visitors,
    private readonly blobs: BlobStore,
  ) {}

  @HttpCode(202)
  @RouteOf(trialsHttp.make)
  async make(
    @Body({ schema: trialsHttp.make.body }) { prompt, agreed }: { prompt: string; agreed?: boolean | undefined },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Browser() { address, cookies }: BrowserValue,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true; trial: Trial }> {
    if (caller.kind !== 'visitor') throw new Refused(trialProblems.forVisitors);
    const known = this.visitors.of(cookies);
    const { visitor, picture } = await this.pictures.make({ prompt, agreed, known, address }, context);
    this.visitors.remember(visitor, reply);
    void reply.header('cache-control', 'private, no-store');
    return { success: true, trial: this.shown(picture) };
  }

  @RouteOf(trialsHttp.current)
  async current(
    @Browser() { cookies }: BrowserValue,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<{ success: true; trial: Trial | null }> {
    void reply.header('cache-control', 'private, no-store');
    const picture = await this.find(cookies);
    return { success: true, trial: picture ? this.shown(picture) : null };
  }

  /** The marked copy alone: what is clean is made for members. */
  @RouteOf(trialsHttp.image)
  async image(
    @Param({ schema: trialsHttp.image.params }) { id }: { id: string },
    @Browser() { cookies }: BrowserValue,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const picture = await this.find(cookies);
    const [variant] = picture?.id === id ? picture.variants : [];
    if (!variant) throw new Refused(trialProblems.notFound);
    return fileReply(reply, {
      type: 'image/webp',
      headers: { 'cache-control': 'private, no-store' },
      open: () => this.blobs.open(variant.preview.blob),
    });
  }

  /** The visitor's last, while it is nobody else's. */
  private async find(cookies: string | undefined): Promise<FoundGeneration | undefined> {
    const visitor = this.visitors.of(cookies);
    const found = visitor && (await this.generations.find(visitor.generationId));
    if (!found?.trial || found.trial.visitorId !== visitor?.visitorId) return undefined;
    return found.trial.adopted || found.purged ? undefined : found;
  }

  private shown({ id, status, prompt, settings, requestedAt }: FoundGeneration): Trial {
    const isReady = status === 'completed';
    return {
      id,
      status,
      prompt,
      seed: settings.seed,
      ...trialSizeOf(settings.aspectRatio),
      image_url: isReady ? `/api/trials/${id}/image` : null,
      progress: isReady ? 1 : (this.standings.of(id)?.progress ?? 0),
      position: this.standings.of(id)?.position ?? null,
      ends_at: trialEndsAt(requestedAt).toISOString(),
    };
  }
}
