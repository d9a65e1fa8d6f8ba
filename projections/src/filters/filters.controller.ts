import { Refused } from '@easel/contracts/kernel/problem';
import { filtersHttp, filterProblems } from '@easel/contracts/filters/http';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller } from '@easel/kernel/http/caller.decorator';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { Controller, Inject, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { oneFilter, ownFilters, filtersModel } from './filters.queries.ts';

@Controller()
export class FiltersController {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  @RouteOf(filtersHttp.own)
  @ReadsFrom(filtersModel)
  async own(@Caller() { id }: CallerValue, @Res() reply: FastifyReply): Promise<void> {
    const { filters, incomplete } = await ownFilters(this.reads, id);
    sendJson(reply, { json: JSON.stringify({ success: true, filters }), incomplete });
  }

  @RouteOf(filtersHttp.one)
  @ReadsFrom(filtersModel)
  async one(
    @Param({ schema: filtersHttp.one.params }) { id }: { id: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const filter = await oneFilter(this.reads, id);
    if (!filter) throw new Refused(filterProblems.notFound);
    sendJson(reply, { json: JSON.stringify({ success: true, filter }), incomplete: false });
  }
}
