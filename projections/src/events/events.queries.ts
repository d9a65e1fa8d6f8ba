import type { WholeEvent } from '@easel/contracts/events/http';
import type { Recorded } from '@easel/contracts/kernel/event';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { Pool } from 'pg';
import type { Reads } from '../kernel/reads.ts';
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

/** Answers a page of events, the newest first, as `eventsHttp.list` replies it. */
export async function eventPage(reads: Reads, filter: EventFilter, limit: number): Promise<WalkedEvents> {
  const direction = filter.after !== undefined && filter.before === undefined ? 'newer' : 'older';
  const found = await records.next(reads, { filter, direction, limit: limit + 1 });
  const more = found.length > limit;
  const page = found.slice(0, limit);
  if (direction === 'newer') page.reverse();
  return { json: `[${page.map(({ record }) => record).join(',')}]`, rows: page.length, more, incomplete: false };
}

/** Finds an event by its position; undefined where none stands there. `opened`: personal data is shown. */
export async function oneEvent(
  { reads, log }: { reads: Reads; log: EventLog },
  id: string,
  opened: boolean,
): Promise<WholeEvent | undefined> {
  if (BigInt(id) > LAST_POSITION) return undefined;
  const [found] = await ONE.run(reads, [id]);
  if (!found) return undefined;
  const { record, stream, revision, older, newer } = found;
  const [stored, previous, next] = await Promise.all([
    storedAt(log, stream, revision),
    neighbourOf(reads, { stream, before: id }, 'older'),
    neighbourOf(reads, { stream, after: id }, 'newer'),
  ]);
  if (!stored) return undefined;
  const fact = await log.decode(stored);
  const { value, sealed } = shownTo(fact, opened);
  const unreadable = fact.unreadable ?? null;
  const told = JSON.parse(record) as WholeEvent;
  return { ...told, data: value, metadata: stored.metadata, unreadable, sealed, previous, next, older, newer };
}

/** Undefined where its stream was deleted. */
async function storedAt(log: EventLog, stream: string, revision: number): Promise<Recorded | undefined> {
  for await (const fact of log.readStored(stream, { from: revision, maxCount: 1 })) return fact;
  return undefined;
}

async function neighbourOf(reads: Reads, filter: EventFilter, direction: 'older' | 'newer'): Promise<string | null> {
  const [found] = await places.next(reads, { filter, direction, limit: 1 });
  return found?.position ?? null;
}

/** What could not be read is opened for nobody. */
function shownTo(fact: Recorded, opened: boolean): Shown {
  if (!opened || fact.unreadable) return withoutSealed(fact);
  const sealed: string[] = [];
  return { value: masked(fact.data, 'data', sealed), sealed };
}

/** Answers what events there are, by their types, as `eventsHttp.facets` replies it. */
export async function eventFacets(reads: Reads): Promise<JsonReply> {
  const [reply] = await FACETS.run(reads, []);
  if (!reply) throw new Error('facets without a row');
  return { ...reply, incomplete: false };
}

/** Tells what brought an event about and what came of it (`eventsHttp.causes`); undefined where none stands there. */
export async function eventCauses(
  { reads, log, pool }: { reads: Reads; log: EventLog; pool: Pool },
  id: string,
): Promise<CauseGraph | undefined> {
  const position = BigInt(id);
  if (position > LAST_POSITION) return undefined;
  const caused = await causesOf(position, { reads, log });
  return caused && graphOf(caused, pool);
}
