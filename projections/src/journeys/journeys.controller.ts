import { rangeOf } from '@easel/contracts/kernel/day-range';
import { journeysHttp } from '@easel/contracts/telemetry/journeys.http';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { cohortsOf, funnelOf, journeysModel } from './journeys.queries.ts';

@Controller()
export class JourneysController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(journeysHttp.funnel)
  @ReadsFrom(journeysModel)
  async funnel(
    @Query({ schema: journeysHttp.funnel.query }) asked: z.output<typeof journeysHttp.funnel.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await funnelOf(this.reads, rangeOf(asked, new Date())));
  }

  @RouteOf(journeysHttp.cohorts)
  @ReadsFrom(journeysModel)
  async cohorts(
    @Query({ schema: journeysHttp.cohorts.query }) asked: z.output<typeof journeysHttp.cohorts.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const now = new Date();
    sendJson(reply, await cohortsOf(this.reads, rangeOf(asked, now), now));
  }
}
