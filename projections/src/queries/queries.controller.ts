import { sqlHttp } from '@easel/contracts/columns/http';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { allQueries, queriesModel } from './queries.queries.ts';

@Controller()
export class QueriesController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(sqlHttp.queries)
  @ReadsFrom(queriesModel)
  async queries(@Res() reply: FastifyReply): Promise<void> {
    const queries = await allQueries(this.reads);
    sendJson(reply, { json: JSON.stringify({ success: true, queries }), incomplete: false });
  }
}
