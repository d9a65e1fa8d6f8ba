import { healthHttp } from '@easel/contracts/kernel/health.http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { Controller, Inject, Req, Res, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { EventLog } from './event-log.ts';
import { Lifecycle, type Readiness } from './lifecycle.ts';
import { Metrics } from './metrics.ts';
import { RouteOf } from './route.decorator.ts';
import { POOL } from './tokens.ts';

@Controller()
export class HealthController implements OnModuleInit {
  constructor(
    private readonly lifecycle: Lifecycle,
    private readonly metrics: Metrics,
    private readonly log: EventLog,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  onModuleInit(): void {
    this.lifecycle.addCheck('database', async () => void (await this.pool.query('SELECT 1')));
    this.lifecycle.addCheck('event store', async () => void (await this.log.head()));
  }

  @RouteOf(healthHttp.live)
  live(): { status: 'live' } {
    return { status: 'live' };
  }

  @RouteOf(healthHttp.ready)
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const readiness = await this.lifecycle.readiness();
    if (!readiness.ready) void reply.status(503).header('retry-after', '2');
    return readiness;
  }

  /** For a scraper beside the process: what is measured here is nobody else's business. */
  @RouteOf(healthHttp.metrics)
  async scrape(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    if (!['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(request.ip)) throw new Refused(problems.notFound);
    void reply.header('content-type', this.metrics.registry.contentType);
    return this.metrics.text();
  }
}
