import { Readable } from 'node:stream';
import { galleryHttp } from '@easel/contracts/gallery/http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { BlobStore } from '@easel/kernel/files/blob-store';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { DerivedFiles } from '@easel/kernel/files/derived-files';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Headers, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { PRIVATE, PUBLIC, sendImage } from '@easel/kernel/http/image-reply';
import { Reads } from '../kernel/reads.ts';
import { type ImageFile, newImage, visibleImage } from './gallery.queries.ts';
import { NewPictures } from './new-pictures.ts';

type Wanted = Parameters<typeof visibleImage>[1];
type Named = z.output<typeof galleryHttp.ownImage.params>;

interface NewFile extends Pick<BlobStore, 'open'> {
  blob: string;
}

/** The only names there are. Everything else has no file, whatever it would mean to a file system. */
const NAME = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(-thumb)?\.webp$/;

/** Previews and thumbnails by their public names. What may not be seen is not there. */
@Controller()
export class ImageFilesController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(BlobStore) private readonly blobs: BlobStore,
    @Inject(DerivedFiles) private readonly derived: DerivedFiles,
    @Inject(NewPictures) private readonly newest: NewPictures,
  ) {}

  @RouteOf(galleryHttp.publicImage)
  publicImage(
    @Param({ schema: galleryHttp.publicImage.params }) { name }: Named,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(reply, { name, viewerId: null, known, cache: PUBLIC });
  }

  @RouteOf(galleryHttp.uploadedImage)
  uploadedImage(
    @Param({ schema: galleryHttp.uploadedImage.params }) params: Named,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.publicImage(params, known, reply);
  }

  @RouteOf(galleryHttp.ownImage)
  ownImage(
    @Caller() { id }: CallerValue,
    @Param({ schema: galleryHttp.ownImage.params }) { name }: Named,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.send(reply, { name, viewerId: id, known, cache: PRIVATE });
  }

  private async send(
    reply: FastifyReply,
    asked: { name: string; viewerId: string | null; known: string | undefined; cache: string },
  ): Promise<void> {
    const [, variantId, thumb] = NAME.exec(asked.name) ?? [];
    if (!variantId) throw new Refused(problems.notFound);
    const size = thumb ? 'thumbnail' : 'preview';
    const wanted = { variantId, size, viewerId: asked.viewerId } as const;
    const { known, cache } = asked;
    const read = await this.readNew(wanted);
    if (read) return sendImage(reply, read, { blob: read.blob, known, cache });
    const file = await this.find(wanted);
    if (!file) throw new Refused(problems.notFound);
    const { blob } = 'request' in file ? await this.derived.get(file.request) : file;
    await sendImage(reply, this.blobs, { blob, known, cache });
  }

  /**
   * Reads what has only just been drawn for this member: whether it is complete, still theirs, and its bytes are found
   * out at the same time. Undefined where the read model has to say.
   */
  private async readNew({ variantId, size, viewerId }: Wanted): Promise<NewFile | undefined> {
    const image = viewerId === null ? undefined : this.newest.drawnFor(viewerId, variantId);
    const blob = image?.[`${size}_blob`];
    if (!image || !blob || viewerId === null) return undefined;
    const [own, complete, bytes] = await Promise.all([
      newImage(this.reads, { image, size, viewerId }),
      this.newest.find(variantId, viewerId),
      this.newest.bytesOf(blob),
    ]);
    if (!own || !complete || !bytes) return undefined;
    return { blob, open: () => Promise.resolve({ stream: Readable.from([bytes]), bytes: bytes.length }) };
  }

  /** What has only just been made is its owner's before the read model knows it. */
  private async find(wanted: Wanted): Promise<ImageFile | undefined> {
    const { variantId, size, viewerId } = wanted;
    const visible = await visibleImage(this.reads, wanted);
    if (visible || viewerId === null) return visible;
    const image = await this.newest.find(variantId, viewerId);
    return image && newImage(this.reads, { image, size, viewerId });
  }
}
