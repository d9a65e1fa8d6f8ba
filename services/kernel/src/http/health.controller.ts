import { healthHttp } from '@easel/contracts/kernel/health.http';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { Controller, Headers, Inject, Res, type OnModuleInit } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { Pool } from 'pg';
import type { Bus } from '../bus/bus.ts';
import { EventLog } from '../log/event-log.ts';
import { Lifecycle, type Readiness } from '../server/lifecycle.ts';
import { Metrics } from '../server/metrics.ts';
import { RouteOf } from './route.decorator.ts';
import { isSameSecret } from '../identity/same-secret.ts';
import { BUS, POOL } from '../server/tokens.ts';

/** Under which the secret that /metrics asks for is provided. */
export const METRICS_TOKEN = Symbol('metrics token');

@Controller()
export class HealthController implements OnModuleInit {
  constructor(
    private readonly lifecycle: Lifecycle,
    private readonly metrics: Metrics,
    private readonly log: EventLog,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(BUS) private readonly bus: Bus,
    @Inject(METRICS_TOKEN) private readonly token: string | undefined,
  ) {}

  onModuleInit(): void {
    this.lifecycle.addCheck('database', async () => void (await this.pool.query('SELECT 1')));
    this.lifecycle.addCheck('event store', async () => void (await this.log.head()));
    this.lifecycle.addCheck('bus', () => this.bus.check());
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

  /** For a scraper that has the token: what is measured here is nobody else's business. */
  @RouteOf(healthHttp.metrics)
  async scrape(
    @Headers('authorization') authorization: string | undefined,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<string> {
    const [, sent = ''] = /^Bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
    if (this.token === undefined || !isSameSecret(sent, this.token)) throw new Refused(problems.notFound);
    void reply.header('content-type', this.metrics.registry.contentType);
    return this.metrics.text();
  }
}
