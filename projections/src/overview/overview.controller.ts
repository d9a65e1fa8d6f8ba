import { overviewHttp } from '@easel/contracts/operations/overview.http';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { consoleOverview, overviewModel } from './overview.queries.ts';

@Controller()
export class OverviewController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(overviewHttp.overview)
  @ReadsFrom(overviewModel)
  async overview(@Res() reply: FastifyReply): Promise<void> {
    sendJson(reply, await consoleOverview(this.reads, new Date()));
  }
}
