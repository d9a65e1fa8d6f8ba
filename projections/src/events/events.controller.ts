import { Readable } from 'node:stream';
import { brand } from '@easel/contracts/brand';
import { eventsHttp, eventsProblems } from '@easel/contracts/events/http';
import { MORE_HEADER, SEARCHED_TO_HEADER } from '@easel/contracts/kernel/console';
import { Refused } from '@easel/contracts/kernel/problem';
import type { Caller as CallerValue } from '@easel/kernel/http/caller';
import { Caller, Issued } from '@easel/kernel/http/caller.decorator';
import type { CommandContext } from '@easel/kernel/deciding/decider-runner';
import type { Pool } from '@easel/kernel/database/database';
import { EventLog } from '@easel/kernel/log/event-log';
import { RouteOf } from '@easel/kernel/http/route.decorator';
import type { AskedList } from '@easel/kernel/http/simple-rest';
import { POOL } from '@easel/kernel/server/tokens';
import { Controller, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type * as z from 'zod/mini';
import { exportName } from '../kernel/export-name.ts';
import { ExportRecords } from '../kernel/export-records.ts';
import { ReadsFrom } from '../kernel/read-your-writes.ts';
import { Reads } from '../kernel/reads.ts';
import { sendJson } from '../kernel/reply.ts';
import { exportedEvents } from './event-export.ts';
import { contentTypes, eventFile } from './event-file.ts';
import { eventCounts } from './event-counts.queries.ts';
import { eventList } from './event-filter.ts';
import { eventsModel } from './events-model.ts';
import { eventCauses, eventPage, oneEvent } from './events.queries.ts';
import { namedBy } from './named.queries.ts';

type AskedFile = z.output<typeof eventsHttp.export.query>;
interface ById {
  id: string;
}

@Controller()
export class EventsController {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(POOL) private readonly pool: Pool,
    @Inject(ExportRecords) private readonly exports: ExportRecords,
  ) {}

  @RouteOf(eventsHttp.list)
  @ReadsFrom(eventsModel)
  async list(@Query({ schema: eventsHttp.list.query }) asked: AskedList, @Res() reply: FastifyReply): Promise<void> {
    const { filter, limit } = eventList.read(asked);
    const found = await eventPage(this.reads, filter, limit);
    reply
      .header('content-range', `events ${found.rows > 0 ? `0-${found.rows - 1}` : '*'}/*`)
      .header(MORE_HEADER, String(found.more));
    if (found.wentTo !== undefined) reply.header(SEARCHED_TO_HEADER, found.wentTo);
    sendJson(reply, found);
  }

  @RouteOf(eventsHttp.facets)
  @ReadsFrom(eventsModel)
  async facets(
    @Query({ schema: eventsHttp.facets.query }) asked: AskedList,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { filter } = eventList.read(asked);
    sendJson(reply, await eventCounts(this.reads, filter));
  }

  /** As it is read; who goes away in between ends that too. A fact tells of it in either case. */
  @RouteOf(eventsHttp.export)
  @ReadsFrom(eventsModel)
  async export(
    @Query({ schema: eventsHttp.export.query }) { format, filter }: AskedFile,
    @Issued() context: CommandContext,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const list = eventList.read({ filter });
    const { reads, log } = this;
    const gone = new AbortController();
    reply.raw.once('close', () => gone.abort());
    const read = exportedEvents(list.filter, { reads, log, signal: gone.signal });
    const portions = await this.exports.record({ what: 'events', format, filter: list.filter }, read, {
      context,
      response: reply.raw,
    });
    const name = exportName({ product: brand.slug, what: 'events', narrowedBy: list.filter, at: new Date(), format });
    await reply
      .headers({
        'content-type': contentTypes[format],
        'content-disposition': `attachment; filename="${name}"`,
        'cache-control': 'private, no-store',
        'x-content-type-options': 'nosniff',
      })
      .send(Readable.from(eventFile(format, portions), { objectMode: false, highWaterMark: 64 * 1024 }));
  }

  @RouteOf(eventsHttp.named)
  @ReadsFrom(eventsModel)
  async named(
    @Param({ schema: eventsHttp.named.params }) { name }: { name: string },
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { reads, log } = this;
    const found = await namedBy({ reads, log }, name);
    sendJson(reply, { json: JSON.stringify({ success: true, ...found }), incomplete: false });
  }

  @RouteOf(eventsHttp.one)
  @ReadsFrom(eventsModel)
  async one(
    @Caller() caller: CallerValue,
    @Param({ schema: eventsHttp.one.params }) { id }: ById,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const opened = caller.kind === 'operator' && caller.role === 'admin';
    const { reads, log } = this;
    const found = await oneEvent({ reads, log }, id, opened);
    if (!found) throw new Refused(eventsProblems.notFound);
    sendJson(reply, { json: JSON.stringify(found), incomplete: false });
  }
  @RouteOf(eventsHttp.causes)
  @ReadsFrom(eventsModel)
  async causes(@Param({ schema: eventsHttp.causes.params }) { id }: ById, @Res() reply: FastifyReply): Promise<void> {
    const { reads, log, pool } = this;
    const found = await eventCauses({ reads, log, pool }, id);
    if (!found) throw new Refused(eventsProblems.notFound);
    sendJson(reply, { json: JSON.stringify({ success: true, ...found }), incomplete: false });
  }
}
