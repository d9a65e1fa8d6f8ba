import { dashboardHttp } from '@easel/contracts/dashboard/http';
import type { Caller as CallerValue } from '@easel/kernel/caller';
import { Caller } from '@easel/kernel/caller.decorator';
import { RouteOf } from '@easel/kernel/route.decorator';
import { Controller, Inject, Res } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { sendJson } from '../kernel/reply.ts';
import { dashboardModel, MemberOverview } from './dashboard.queries.ts';

@Controller()
export class DashboardController {
  constructor(@Inject(QueryBus) private readonly queries: QueryBus) {}

  @RouteOf(dashboardHttp.overview)
  @ReadsFrom(dashboardModel)
  async overview(@Caller() { id }: CallerValue, @Res() reply: FastifyReply): Promise<void> {
    const { overview, incomplete } = await this.queries.execute(new MemberOverview(id, new Date()));
    const body: z.output<typeof dashboardHttp.overview.reply> = { success: true, dashboard: { overview } };
    sendJson(reply, { json: JSON.stringify(body), incomplete });
  }
}
