import { Refused } from '@easel/contracts/kernel/problem';
import { uploadProblems, uploadsHttp, type Upload } from '@easel/contracts/uploads/http';
import { uploadAddress } from '@easel/contracts/uploads/addresses';
import { uploadStream } from '@easel/contracts/uploads/stream';
import { decide } from '@easel/kernel/deciding/decide';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import { BlobStore } from '@easel/kernel/files/blob-store';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import { PRIVATE, sendImage } from '@easel/kernel/http/image-reply';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Body, Controller, Headers, Param, Query, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { SendUpload } from './send-upload.ts';
import type { UploadCommand } from './uploads.decider.ts';
import { UploadsLookup } from './uploads.lookup.ts';

@Controller()
export class UploadsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly sending: SendUpload,
    private readonly lookup: UploadsLookup,
    private readonly blobs: BlobStore,
  ) {}

  @RouteOf(uploadsHttp.send)
  async send(
    @Body() bytes: Buffer,
    @Query({ schema: uploadsHttp.send.query }) { purpose, name }: z.output<typeof uploadsHttp.send.query>,
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true; upload: Upload }> {
    const { id, original, thumbhash, uploadedAt } = await this.sending.send(
      { memberId, bytes, purpose, name },
      context,
    );
    return {
      success: true,
      upload: {
        id,
        file_name: name,
        width: original.width,
        height: original.height,
        thumbhash,
        preview_url: uploadAddress(id, 'preview'),
        thumbnail_url: uploadAddress(id, 'thumbnail'),
        uploaded_at: uploadedAt,
      },
    };
  }

  @RouteOf(uploadsHttp.remove)
  async remove(
    @Param({ schema: uploadsHttp.remove.params }) { id: uploadId }: { id: string },
    @Caller() { id: memberId }: CallerValue,
    @Issued() context: CommandContext,
  ): Promise<{ success: true }> {
    await this.commands.execute(
      decide<UploadCommand>(uploadStream, memberId, { type: 'DeleteUpload', memberId, uploadId }, context),
    );
    return { success: true };
  }

  @RouteOf(uploadsHttp.image)
  async image(
    @Param({ schema: uploadsHttp.image.params }) { id, size }: z.output<typeof uploadsHttp.image.params>,
    @Caller() { id: memberId }: CallerValue,
    @Headers('if-none-match') known: string | undefined,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const upload = await this.lookup.find(memberId, id);
    if (!upload) throw new Refused(uploadProblems.notFound);
    await sendImage(reply, this.blobs, { blob: upload[size].blob, known, cache: PRIVATE });
  }
}
