import { Refused } from '@easel/contracts/kernel/problem';
import { operationProblems, operationsHttp, type ProjectionRecord } from '@easel/contracts/operations/http';
import { projectionPhases } from '@easel/contracts/operations/policy';
import { projectionNames } from '@easel/contracts/projection-names';
import { EventLog } from '@easel/kernel/log/event-log';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import { type AskedList, oneOrMore, SimpleRest } from '@easel/kernel/http/simple-rest';
import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import * as z from 'zod/mini';
import type { ReadModel } from '../kernel/projector.ts';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { readModels } from '../read-models.ts';
import { Lags } from './lags.queries.ts';
import { operationsModel } from './operations.projector.ts';
import { parkedFacts, projectionDetails, projectionRecords } from './projection-records.queries.ts';
import { Rates } from './rates.ts';

const sortable = ['id', 'phase', 'lag_events', 'lag_seconds', 'events_per_second', 'parked', 'updated_at'] as const;

const list = new SimpleRest({
  resource: 'projections',
  sortable,
  defaultSort: { field: 'id', order: 'ASC' },
  filter: z.object({
    id: z.optional(oneOrMore(z.enum(projectionNames))),
    phase: z.optional(oneOrMore(z.enum(projectionPhases))),
    paused: z.optional(z.boolean()),
    stands_still: z.optional(z.boolean()),
  }),
});

interface Named {
  id: string;
}

@Controller()
export class OperationsController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(Rates) private readonly rates: Rates,
    @Inject(Lags) private readonly lags: Lags,
  ) {}

  @RouteOf(operationsHttp.list)
  @ReadsFrom(operationsModel)
  async list(
    @Query({ schema: operationsHttp.list.query }) asked: AskedList,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { sort, offset, limit, filter } = list.read(asked);
    const { reads, log, rates } = this;
    const records = (await projectionRecords({ reads, log, rates })).filter(
      ({ id, phase, paused, stands_still }) =>
        (filter.id?.some((one) => one === id) ?? true) &&
        (filter.phase?.includes(phase) ?? true) &&
        (filter.paused ?? paused) === paused &&
        (filter.stands_still ?? stands_still) === stands_still,
    );
    const sign = sort.order === 'ASC' ? 1 : -1;
    const sorted = records.toSorted((a, b) => sign * (compared(a, b, sort.field) || (a.id < b.id ? -1 : 1)));
    const page = sorted.slice(offset, offset + limit);
    reply.header('content-range', list.contentRange(offset, page.length, records.length));
    sendJson(reply, { json: JSON.stringify(page), incomplete: false });
  }

  @RouteOf(operationsHttp.lags)
  @ReadsFrom(operationsModel)
  async trends(
    @Query({ schema: operationsHttp.lags.query }) { hours }: z.output<typeof operationsHttp.lags.query>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const found = await this.lags.since(Number(hours), Date.now());
    sendJson(reply, { json: JSON.stringify({ success: true, ...found }), incomplete: false });
  }

  @RouteOf(operationsHttp.one)
  @ReadsFrom(operationsModel)
  async one(@Param({ schema: operationsHttp.one.params }) { id }: Named, @Res() reply: FastifyReply): Promise<void> {
    const model = modelOf(id);
    const { reads, log, rates } = this;
    const [records, details] = await Promise.all([
      projectionRecords({ reads, log, rates }),
      projectionDetails(reads, model),
    ]);
    const record = records.find((one) => one.id === id);
    sendJson(reply, { json: JSON.stringify({ ...record, ...details }), incomplete: false });
  }

  @RouteOf(operationsHttp.parked)
  @ReadsFrom(operationsModel)
  async parked(
    @Param({ schema: operationsHttp.parked.params }) { id }: Named,
    @Query({ schema: operationsHttp.parked.query }) { partition }: { partition: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const facts = await parkedFacts(this.reads, modelOf(id), partition);
    sendJson(reply, { json: JSON.stringify({ success: true, facts }), incomplete: false });
  }
}

function modelOf(id: string): ReadModel {
  const model = readModels.find(({ name }) => name === id);
  if (!model) throw new Refused(operationProblems.notFound);
  return model;
}

/** What is not known comes first. */
function compared(a: ProjectionRecord, b: ProjectionRecord, field: (typeof sortable)[number]): number {
  const [one, other] = [a[field] ?? -1, b[field] ?? -1];
  return one < other ? -1 : one > other ? 1 : 0;
}
