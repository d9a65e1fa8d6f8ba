import { rangeOf } from '@easel/contracts/kernel/day-range';
import { overviewHttp } from '@easel/contracts/operations/overview.http';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { consoleOverview, overviewModel } from './overview.queries.ts';

@Controller()
export class OverviewController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(overviewHttp.overview)
  @ReadsFrom(overviewModel)
  async overview(
    @Query({ schema: overviewHttp.overview.query }) asked: z.output<typeof overviewHttp.overview.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const now = new Date();
    sendJson(reply, await consoleOverview(this.reads, rangeOf(asked, now), now));
  }
}
