import { providerFiguresHttp } from '@easel/contracts/providers/figures.http';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { providersFigures, providersModel } from './providers.queries.ts';

@Controller()
export class ProvidersController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(providerFiguresHttp.figures)
  @ReadsFrom(providersModel)
  async figures(
    @Query({ schema: providerFiguresHttp.figures.query }) { days }: z.output<typeof providerFiguresHttp.figures.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, await providersFigures(this.reads, days, new Date()));
  }
}
