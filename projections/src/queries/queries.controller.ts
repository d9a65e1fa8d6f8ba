import { Refused } from '@easel/contracts/kernel/problem';
import { queriesHttp, queryProblems } from '@easel/contracts/queries/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { oneQuery, ownQueries, queriesModel } from './queries.queries.ts';

@Controller()
export class QueriesController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(queriesHttp.own)
  @ReadsFrom(queriesModel)
  async own(@Caller() { id }: CallerValue, @Res() reply: FastifyReply): Promise<void> {
    const { queries, incomplete } = await ownQueries(this.reads, id);
    sendJson(reply, { json: JSON.stringify({ success: true, queries }), incomplete });
  }

  @RouteOf(queriesHttp.one)
  @ReadsFrom(queriesModel)
  async one(
    @Param({ schema: queriesHttp.one.params }) { id }: { id: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const query = await oneQuery(this.reads, id);
    if (!query) throw new Refused(queryProblems.notFound);
    sendJson(reply, { json: JSON.stringify({ success: true, query }), incomplete: false });
  }
}
