import { rangeOf } from '@easel/contracts/kernel/day-range';
import { revenueHttp } from '@easel/contracts/revenue/http';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { revenueByDay, revenueModel } from './revenue.queries.ts';

@Controller()
export class RevenueController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(revenueHttp.days)
  @ReadsFrom(revenueModel)
  async days(
    @Query({ schema: revenueHttp.days.query }) asked: z.output<typeof revenueHttp.days.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await revenueByDay(this.reads, rangeOf(asked, new Date())));
  }
}
