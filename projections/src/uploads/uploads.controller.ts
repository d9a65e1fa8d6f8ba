import { uploadsHttp } from '@easel/contracts/uploads/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { ownUploads, uploadsModel } from './uploads.queries.ts';

@Controller()
export class UploadsController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(uploadsHttp.list)
  @ReadsFrom(uploadsModel)
  async list(
    @Caller() { id }: CallerValue,
    @Query({ schema: uploadsHttp.list.query }) page: z.output<typeof uploadsHttp.list.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await ownUploads(this.reads, id, page));
  }
}
