import { overviewHttp } from '@easel/contracts/operations/overview.http';
import { RouteOf } from '@easel/kernel/route.decorator';
import { Controller, Inject, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { sendJson } from '../kernel/reply.ts';
import { ConsoleOverview, overviewModel } from './overview.queries.ts';

@Controller()
export class OverviewController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @RouteOf(overviewHttp.overview)
  @ReadsFrom(overviewModel)
  async overview(@Res() reply: FastifyReply): Promise<void> {
    sendJson(reply, await this.queries.execute(new ConsoleOverview(new Date())));
  }
}
