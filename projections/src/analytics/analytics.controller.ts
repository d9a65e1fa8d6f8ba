import { dashboardHttp } from '@easel/contracts/dashboard/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { analyticsModel, ownActivity } from './analytics.queries.ts';

@Controller()
export class AnalyticsController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(dashboardHttp.activity)
  @ReadsFrom(analyticsModel)
  async activity(
    @Caller() { id }: CallerValue,
    @Query({ schema: dashboardHttp.activity.query }) asked: z.output<typeof dashboardHttp.activity.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await ownActivity(this.reads, id, asked));
  }
}
