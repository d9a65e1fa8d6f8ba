import type { Readable } from 'node:stream';
import type { SubscribedTier } from '@easel/contracts/account/policy';
import { brand } from '@easel/contracts/brand';
import { imageSizeOfPixels, sizedPx } from '@easel/contracts/downloads/policy';
import { sizeLock } from '@easel/contracts/downloads/size-lock.policy';
import { isOpenPreview, openPreviewPx } from '@easel/contracts/gallery/policy';
import { generationHttp, generationProblems } from '@easel/contracts/generation/http';
import type { GeneratedImage } from '@easel/contracts/generation/view';
import { makingOf } from '@easel/contracts/origin/making';
import { Refused } from '@easel/contracts/kernel/problem';
import { BlobStore } from '@easel/kernel/files/blob-store';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { DerivedFiles } from '@easel/kernel/files/derived-files';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { fileReply } from '@easel/kernel/http/file-reply';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Param, Res, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import { EntitlementsLookup } from '../account/entitlements.lookup.ts';
import { fileNameOf, fileNamesOf } from '../file-name.ts';
import { PeopleLookup } from '../people/people.lookup.ts';
import { RecordActivity } from '../telemetry/record-activity.ts';
import { StampedOriginals } from '../stamped-originals.ts';
import { archiveOf } from './archive.ts';
import { GenerationLookup } from './generation.lookup.ts';

const types = { png: 'image/png', jpg: 'image/jpeg', webp: 'image/webp' } as const;

/** What a member takes home of their own. */
interface OwnFile {
  blob: string;
  bytes: number;
  open: () => Promise<{ stream: Readable; bytes: number }>;
}

@Controller()
export class DownloadController {
  constructor(
    private readonly commands: CommandBus,
    private readonly lookup: GenerationLookup,
    private readonly blobs: BlobStore,
    private readonly originals: StampedOriginals,
    private readonly derived: DerivedFiles,
    private readonly entitlements: EntitlementsLookup,
    private readonly people: PeopleLookup,
  ) {}

  /** For its owner the original, as far as the plan's downloads go; to anybody else a public image's preview. */
  @RouteOf(generationHttp.download)
  async download(
    @Param({ schema: generationHttp.download.params }) { id, index }: { id: string; index: number },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const view = await this.lookup.findListed(id);
    const isOwner = view?.memberId === caller.id;
    if (!view || !(isOwner || view.isPublic)) throw new Refused(generationProblems.notFound);
    if (caller.kind === 'member' && !(await this.people.seesPicturesOf(caller.id, view.memberId))) {
      throw new Refused(generationProblems.notFound);
    }
    const variant = view.variants[index];
    if (!variant) throw new Refused(generationProblems.noImage);
    const { blob, open } = isOwner
      ? await this.ownFile(await this.tierOf(caller.id), id, variant)
      : await this.openPreview(id, variant);
    const format = isOwner ? variant.format : 'webp';
    return fileReply(reply, {
      type: types[format],
      disposition: contentDisposition(fileNameOf({ prompt: view.prompt, id, index, format })),
      headers: { 'cache-control': 'private, no-store', etag: `"${blob}"` },
      open,
      count: async () => {
        if (caller.kind === 'member') await this.record(caller.id, [id], context);
      },
    });
  }

  private async record(memberId: string, generationIds: readonly string[], context: CommandContext): Promise<void> {
    await this.commands.execute(new RecordActivity(memberId, 'image_download', generationIds, context));
  }

  private async tierOf(memberId: string): Promise<SubscribedTier> {
    return (await this.entitlements.of(memberId)).tier;
  }

  /** As it was stored, or in the largest size of the plan where that is smaller: in every way of downloading alike. */
  private async ownFile(tier: SubscribedTier, generationId: string, variant: GeneratedImage): Promise<OwnFile> {
    const { format, original } = variant;
    const size = imageSizeOfPixels(Math.max(original.width, original.height));
    const lock = sizeLock(tier, size);
    if (!lock) {
      const image = { generationId, ...variant };
      return {
        blob: original.blob,
        bytes: await this.originals.bytesOf(image),
        open: () => this.originals.open(image),
      };
    }
    const { width: widthPx, height: heightPx } = sizedPx(lock.upTo, { ...original, original: size });
    return this.made(generationId, variant, { format, widthPx, heightPx });
  }

  private stored({ blob, bytes }: { blob: string; bytes: number }): OwnFile {
    return { blob, bytes, open: () => this.blobs.open(blob) };
  }

  /** As it was stored, or made anew where that is larger than what may be open. */
  private async openPreview(generationId: string, variant: GeneratedImage): Promise<OwnFile> {
    const { original, preview } = variant;
    if (isOpenPreview(preview, original)) return this.stored(preview);
    const { width: widthPx, height: heightPx } = openPreviewPx(original);
    return this.made(generationId, variant, { format: 'webp', widthPx, heightPx });
  }

  private async made(
    subjectId: string,
    variant: GeneratedImage,
    file: Pick<DerivedRequest, 'format' | 'widthPx' | 'heightPx'>,
  ): Promise<OwnFile> {
    const { variantId: partId, original } = variant;
    const making = makingOf(variant);
    const request = { source: original.blob, subjectId, partId, ...file, ...(making && { making }) };
    return this.stored(await this.derived.get(request));
  }

  /** The same of many of one's own generations; nothing is sent before all of them are known to be there. */
  @RouteOf(generationHttp.zip)
  async zip(
    @Body({ schema: generationHttp.zip.body }) { ids }: { ids: string[] },
    @Caller() caller: CallerValue,
    @Issued() context: CommandContext,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const images: {
      id: string;
      prompt: string;
      index: number;
      format: string;
      variant: GeneratedImage;
      at: Date;
    }[] = [];
    for (const id of new Set(ids)) {
      const view = await this.lookup.findListed(id);
      if (view?.memberId !== caller.id) throw new Refused(generationProblems.notFound);
      if (view.variants.length === 0) throw new Refused(generationProblems.noImage);
      const at = new Date(view.requestedAt);
      for (const [index, variant] of view.variants.entries()) {
        images.push({ id, prompt: view.prompt, index, format: variant.format, variant, at });
      }
    }
    const tier = await this.tierOf(caller.id);
    const files = await Promise.all(images.map(({ id, variant }) => this.ownFile(tier, id, variant)));
    const names = fileNamesOf(images);
    const archived = files.map((file, n) => ({ ...file, name: names[n] ?? '', madeAt: images[n]?.at ?? new Date() }));
    return fileReply(reply, {
      type: 'application/zip',
      disposition: contentDisposition(`${brand.slug}-images-${new Date().toISOString().slice(0, 10)}.zip`),
      headers: { 'cache-control': 'private, no-store' },
      open: () => Promise.resolve(archiveOf(archived)),
      count: () =>
        this.record(
          caller.id,
          images.map(({ id }) => id),
          context,
        ),
    });
  }
}
