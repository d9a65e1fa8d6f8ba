import { imageSizeOfPixels, sizedPx, type DownloadFormat, type ImageSize } from '@easel/contracts/downloads/policy';
import { BlobStore } from '@easel/kernel/files/blob-store';
import { makingOf } from '@easel/contracts/origin/making';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { DerivedFiles } from '@easel/kernel/files/derived-files';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { fileReply } from '@easel/kernel/http/file-reply';
import { LOGGER } from '@easel/kernel/server/tokens';
import { Inject, Injectable, type StreamableFile } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyReply } from 'fastify';
import type { Logger } from 'pino';
import { fileNameOf } from './file-name.ts';
import { GenerationLookup, type FoundGeneration } from './generation/generation.lookup.ts';
import { RecordActivity } from './telemetry/record-activity.ts';

const types: Readonly<Record<DownloadFormat, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
};

/** An image whose original is stored. */
interface StoredImage {
  generationId: string;
  variantId: string;
  image: { original: { blob: string; width: number; height: number } };
}

/** The pixels in which an image is delivered in a size. */
export function pixelsOf(size: ImageSize, { image: { original } }: Pick<StoredImage, 'image'>) {
  const { width, height } = original;
  return sizedPx(size, { width, height, original: imageSizeOfPixels(Math.max(width, height)) });
}

/** The file of an image in one size and format. */
export interface ImageRequest {
  /** The original's blob. */
  source: string;
  generationId: string;
  variantId: string;
  format: DownloadFormat;
  widthPx: number;
  heightPx: number;
}

export function requestFor(stored: StoredImage, size: ImageSize, format: DownloadFormat): ImageRequest {
  const { generationId, variantId, image } = stored;
  const { width: widthPx, height: heightPx } = pixelsOf(size, stored);
  return { source: image.original.blob, generationId, variantId, format, widthPx, heightPx };
}

/** What its file says of how it was made is what the log says of it, however long ago it was bought. */
function derived(
  { generationId: subjectId, variantId: partId, ...file }: ImageRequest,
  view: Pick<FoundGeneration, 'variants'> | undefined,
): DerivedRequest {
  const variant = view?.variants.find(({ variantId }) => variantId === partId);
  const making = variant && makingOf(variant);
  return { ...file, subjectId, partId, ...(making && { making }) };
}

/** Files that members are entitled to, made on demand; whoever calls has checked that they are. */
@Injectable()
export class ImageFiles {
  constructor(
    private readonly files: DerivedFiles,
    private readonly blobs: BlobStore,
    private readonly generations: GenerationLookup,
    private readonly commands: CommandBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Has it made, so that it is there when it is fetched. Never fails: fetching it asks again. */
  async prepare(request: ImageRequest): Promise<void> {
    try {
      await this.files.want(derived(request, await this.generations.find(request.generationId)));
    } catch (error) {
      this.logger.warn({ err: error }, 'a file was not asked for ahead of time');
    }
  }

  /** Streams it to a member, as a file to be kept, and records that. Throws DerivedFileLate, DerivedFileFailed. */
  async send(
    request: ImageRequest,
    memberId: string,
    context: CommandContext,
    reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { generationId, variantId, format } = request;
    const view = await this.generations.find(generationId);
    const { blob } = await this.files.get(derived(request, view));
    const index = Math.max(0, view?.variants.findIndex((variant) => variant.variantId === variantId) ?? 0);
    return fileReply(reply, {
      type: types[format],
      disposition: contentDisposition(fileNameOf({ prompt: view?.prompt ?? '', id: generationId, index, format })),
      headers: {
        'cache-control': 'private, no-store',
        etag: `"${blob}"`,
        // An SVG is a document: opened by itself, it may do nothing.
        'content-security-policy': "default-src 'none'; sandbox",
      },
      open: () => this.blobs.open(blob),
      count: () => this.commands.execute(new RecordActivity(memberId, 'image_download', [generationId], context)),
    });
  }
}
