import { dashboardHttp } from '@easel/contracts/dashboard/http';
import { rangeOf } from '@easel/contracts/kernel/day-range';
import { telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { analyticsModel, landingsOf, ownActivity, ownGenerations } from './analytics.queries.ts';

type TrendingReply = z.output<typeof telemetryHttp.trending.reply>;

/** Finds what many search for, the most first. */
export type Trends = (reads: Reads, limit: number) => Promise<TrendingReply['trending']>;
/** Given where read models are listed, as they do not know each other. */
export const TRENDS = Symbol('trends');

const TRENDING = 8;

@Controller()
export class AnalyticsController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(TRENDS) private readonly trends: Trends,
  ) {}

  @RouteOf(dashboardHttp.activity)
  @ReadsFrom(analyticsModel)
  async activity(
    @Caller() { id }: CallerValue,
    @Query({ schema: dashboardHttp.activity.query }) asked: z.output<typeof dashboardHttp.activity.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await ownActivity(this.reads, id, asked));
  }

  @RouteOf(telemetryHttp.generations)
  @ReadsFrom(analyticsModel)
  async generations(
    @Caller() { id }: CallerValue,
    @Query({ schema: telemetryHttp.generations.query }) { days }: z.output<typeof telemetryHttp.generations.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await ownGenerations(this.reads, id, { days, now: new Date() }));
  }

  @RouteOf(telemetryConsoleHttp.landings)
  @ReadsFrom(analyticsModel)
  async landings(
    @Query({ schema: telemetryConsoleHttp.landings.query })
    asked: z.output<typeof telemetryConsoleHttp.landings.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await landingsOf(this.reads, rangeOf(asked, new Date())));
  }

  @RouteOf(telemetryHttp.trending)
  @ReadsFrom(analyticsModel)
  async trending(): Promise<TrendingReply> {
    return { success: true, trending: await this.trends(this.reads, TRENDING) };
  }
}
