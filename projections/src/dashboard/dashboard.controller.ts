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
import { type CountPictures, dashboardModel, memberOverview } from './dashboard.queries.ts';

/** Provides the gallery's count: read models do not import each other. */
export const COUNT_PICTURES = Symbol('count pictures');

@Controller()
export class DashboardController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(COUNT_PICTURES) private readonly countPictures: CountPictures,
  ) {}

  @RouteOf(dashboardHttp.overview)
  @ReadsFrom(dashboardModel)
  async overview(@Caller() { id }: CallerValue, @Res() reply: FastifyReply): Promise<void> {
    const { reads, countPictures } = this;
    const { overview, incomplete } = await memberOverview({ reads, countPictures }, id, new Date());
    const body: z.output<typeof dashboardHttp.overview.reply> = { success: true, dashboard: { overview } };
    sendJson(reply, { json: JSON.stringify(body), incomplete });
  }
}
