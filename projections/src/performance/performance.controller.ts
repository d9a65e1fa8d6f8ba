import { telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import { telemetryHttp } from '@easel/contracts/telemetry/http';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { consolePerformance } from './console-performance.queries.ts';
import { fieldPerformance, performanceModel } from './performance.queries.ts';

@Controller()
export class PerformanceController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(telemetryHttp.performance)
  @ReadsFrom(performanceModel)
  async performance(
    @Query({ schema: telemetryHttp.performance.query }) asked: z.output<typeof telemetryHttp.performance.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await fieldPerformance(this.reads, { ...asked, now: new Date() }));
  }

  @RouteOf(telemetryConsoleHttp.performance)
  @ReadsFrom(performanceModel)
  async forConsole(
    @Query({ schema: telemetryConsoleHttp.performance.query })
    asked: z.output<typeof telemetryConsoleHttp.performance.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await consolePerformance(this.reads, asked, new Date()));
  }
}
