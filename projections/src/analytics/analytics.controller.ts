import { dashboardHttp } from '@easel/contracts/dashboard/http';
import type { Caller as CallerValue } from '@easel/kernel/caller';
import { Caller } from '@easel/kernel/caller.decorator';
import { RouteOf } from '@easel/kernel/route.decorator';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { sendJson } from '../kernel/reply.ts';
import { analyticsModel, OwnActivity } from './analytics.queries.ts';

@Controller()
export class AnalyticsController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @RouteOf(dashboardHttp.activity)
  @ReadsFrom(analyticsModel)
  async activity(
    @Caller() { id }: CallerValue,
    @Query({ schema: dashboardHttp.activity.query }) asked: z.output<typeof dashboardHttp.activity.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await this.queries.execute(new OwnActivity(id, asked)));
  }
}
