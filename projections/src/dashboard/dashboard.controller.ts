import { dashboardHttp } from '@easel/contracts/dashboard/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { dashboardModel, memberOverview } from './dashboard.queries.ts';

@Controller()
export class DashboardController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(dashboardHttp.overview)
  @ReadsFrom(dashboardModel)
  async overview(@Caller() { id }: CallerValue, @Res() reply: FastifyReply): Promise<void> {
    const { overview, incomplete } = await memberOverview(this.reads, id, new Date());
    const body: z.output<typeof dashboardHttp.overview.reply> = { success: true, dashboard: { overview } };
    sendJson(reply, { json: JSON.stringify(body), incomplete });
  }
}
