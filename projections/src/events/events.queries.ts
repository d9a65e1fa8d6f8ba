import type { WholeEvent } from '@easel/contracts/events/http';
import type { Recorded } from '@easel/contracts/kernel/event';
import { EventLog } from '@easel/kernel/event-log';
import { POOL } from '@easel/kernel/tokens';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Pool } from 'pg';
import { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { Statement } from '../kernel/statement.ts';
import { causesOf } from './cause-finder.ts';
import { type CauseGraph, graphOf } from './cause-graph.ts';
import type { EventFilter } from './event-filter.ts';
import { EventWalk, type FoundEvent } from './event-search.ts';
import { eventsModel } from './events-model.ts';
import { masked, type Shown, withoutSealed } from './shown-event.ts';

const { schema } = eventsModel;

export type WalkedEvents = JsonReply & { rows: number; more: boolean };

/** A page of events, the newest first, as `eventsHttp.list` replies it. */
export class EventPage extends Query<WalkedEvents> {
  constructor(
    readonly filter: EventFilter,
    readonly limit: number,
  ) {
    super();
  }
}

/** By its position; undefined where no event stands there. `opened`: personal data is shown. */
export class OneEvent extends Query<WholeEvent | undefined> {
  constructor(
    readonly id: string,
    readonly opened: boolean,
  ) {
    super();
  }
}

/** As `eventsHttp.facets` replies it. */
export class EventFacets extends Query<JsonReply> {}

/** As `eventsHttp.causes` replies it; undefined where no event stands there. */
export class EventCauses extends Query<CauseGraph | undefined> {
  constructor(readonly id: string) {
    super();
  }
}

const LAST_POSITION = 9_223_372_036_854_775_807n;
const INSTANT = `to_char(to_timestamp(at_ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const RECORD = `json_build_object(
  'id', position::text, 'event_id', event_id, 'type', type, 'category', split_part(stream, '-', 1), 'stream', stream,
  'revision', revision, 'at', ${INSTANT},
  'actor', json_build_object('kind', actor_kind, 'id', actor_id, 'role', actor_role),
  'member_id', member_id, 'correlation_id', correlation_id, 'causation_id', causation_id
)`;

const records = new EventWalk<FoundEvent & { record: string }>('event records', `${RECORD}::text as record`);
const places = new EventWalk('event places', 'event_id');

const ONE = new Statement<{
  record: string;
  stream: string;
  revision: number;
  older: string | null;
  newer: string | null;
}>(
  'one event',
  `select ${RECORD}::text as record, stream, revision,
     (select max(position) from ${schema}.event where position < $1::bigint) as older,
     (select min(position) from ${schema}.event where position > $1::bigint) as newer
   from ${schema}.event where position = $1::bigint`,
);

const FACETS = new Statement<{ json: string }>(
  'event facets',
  `select json_build_object(
     'success', true,
     'total', coalesce((select sum(events) from ${schema}.type_count), 0)::bigint,
     'types', coalesce((
       select json_agg(json_build_object('type', type, 'category', category, 'count', events) order by events desc, type, category)
       from ${schema}.type_count), '[]'),
     'first_at', (select ${INSTANT} from ${schema}.event order by position limit 1),
     'last_at', (select ${INSTANT} from ${schema}.event order by position desc limit 1)
   )::text as json`,
);

@QueryHandler(EventPage)
export class EventPageHandler implements IQueryHandler<EventPage> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  async execute({ filter, limit }: EventPage): Promise<WalkedEvents> {
    const direction = filter.after !== undefined && filter.before === undefined ? 'newer' : 'older';
    const found = await records.next(this.reads, { filter, direction, limit: limit + 1 });
    const more = found.length > limit;
    const page = found.slice(0, limit);
    if (direction === 'newer') page.reverse();
    return { json: `[${page.map(({ record }) => record).join(',')}]`, rows: page.length, more, incomplete: false };
  }
}

@QueryHandler(OneEvent)
export class OneEventHandler implements IQueryHandler<OneEvent> {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(EventLog) private readonly log: EventLog,
  ) {}

  async execute({ id, opened }: OneEvent): Promise<WholeEvent | undefined> {
    if (BigInt(id) > LAST_POSITION) return undefined;
    const [found] = await ONE.run(this.reads, [id]);
    if (!found) return undefined;
    const { record, stream, revision, older, newer } = found;
    const [stored, previous, next] = await Promise.all([
      this.stored(stream, revision),
      this.neighbour(stream, id, 'older'),
      this.neighbour(stream, id, 'newer'),
    ]);
    if (!stored) return undefined;
    const fact = await this.log.decode(stored);
    const { value, sealed } = shownTo(fact, opened);
    const unreadable = fact.unreadable ?? null;
    const told = JSON.parse(record) as WholeEvent;
    return { ...told, data: value, metadata: stored.metadata, unreadable, sealed, previous, next, older, newer };
  }

  /** Undefined where its stream was deleted. */
  private async stored(stream: string, revision: number): Promise<Recorded | undefined> {
    for await (const fact of this.log.readStored(stream, { from: revision, maxCount: 1 })) return fact;
    return undefined;
  }

  private async neighbour(stream: string, id: string, direction: 'older' | 'newer'): Promise<string | null> {
    const filter = { stream, ...(direction === 'older' ? { before: id } : { after: id }) };
    const [found] = await places.next(this.reads, { filter, direction, limit: 1 });
    return found?.position ?? null;
  }
}

/** What could not be read is opened for nobody. */
function shownTo(fact: Recorded, opened: boolean): Shown {
  if (!opened || fact.unreadable) return withoutSealed(fact);
  const sealed: string[] = [];
  return { value: masked(fact.data, 'data', sealed), sealed };
}

@QueryHandler(EventFacets)
export class EventFacetsHandler implements IQueryHandler<EventFacets> {
  constructor(@Inject(Reads) private readonly reads: Reads) {}

  async execute(): Promise<JsonReply> {
    const [reply] = await FACETS.run(this.reads, []);
    if (!reply) throw new Error('facets without a row');
    return { ...reply, incomplete: false };
  }
}

@QueryHandler(EventCauses)
export class EventCausesHandler implements IQueryHandler<EventCauses> {
  constructor(
    @Inject(Reads) private readonly reads: Reads,
    @Inject(EventLog) private readonly log: EventLog,
    @Inject(POOL) private readonly pool: Pool,
  ) {}

  async execute({ id }: EventCauses): Promise<CauseGraph | undefined> {
    const position = BigInt(id);
    if (position > LAST_POSITION) return undefined;
    const { reads, log } = this;
    const caused = await causesOf(position, { reads, log });
    return caused && graphOf(caused, this.pool);
  }
}
