import type { EventRecord, WholeEvent } from '@easel/contracts/events/http';
import { categoryOf, type Recorded } from '@easel/contracts/kernel/event';
import { queriesOf } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type { EventLog } from '@easel/kernel/log/event-log';
import type { Pool } from 'pg';
import { WrittenStatement } from '../kernel/statement.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { causesOf } from './cause-finder.queries.ts';
import { type CauseGraph, graphOf } from './cause-graph.ts';
import type { EventFilter } from './event-filter.ts';
import { EventWalk, type FoundEvent } from './event-search.queries.ts';
import { eventsModel } from './events-model.ts';
import type { tables } from './events.tables.ts';
import { masked, type Shown, withoutSealed } from './shown-event.ts';

const db = queriesOf<Database<typeof tables>>(eventsModel.schema);

/** `wentTo`: the position where the search ended before it had found a page of them. */
export type WalkedEvents = JsonReply & { rows: number; more: boolean; wentTo: string | undefined };

/** Stretches of the log that one page is looked for in, at 512 events each. */
const STRETCHES_A_PAGE = 1_024;

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

const ONE = new WrittenStatement('one event', { position: column.position }, (given) =>
  db
    .selectFrom('event')
    .where('position', '=', given('position'))
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('event as older')
        .where('older.position', '<', given('position'))
        .select((eb) => eb.fn.max('older.position').as('position'))
        .as('older'),
      eb
        .selectFrom('event as newer')
        .where('newer.position', '>', given('position'))
        .select((eb) => eb.fn.min('newer.position').as('position'))
        .as('newer'),
    ]),
);

/** Answers a page of events, the newest first, as `eventsHttp.list` replies it. */
export async function eventPage(reads: Reads, filter: EventFilter, limit: number): Promise<WalkedEvents> {
  const direction = filter.after !== undefined && filter.before === undefined ? 'newer' : 'older';
  const walk = { filter, direction, limit: limit + 1, most: STRETCHES_A_PAGE } as const;
  const { rows: found, wentTo } = await records.walk(reads, walk);
  const more = found.length > limit || wentTo !== undefined;
  const page = found.slice(0, limit);
  if (direction === 'newer') page.reverse();
  const json = `[${page.map(({ record }) => record).join(',')}]`;
  return { json, rows: page.length, more, wentTo, incomplete: false };
}

/** Finds an event by its position; undefined where none stands there. `opened`: personal data is shown. */
export async function oneEvent(
  { reads, log }: { reads: Reads; log: EventLog },
  id: string,
  opened: boolean,
): Promise<WholeEvent | undefined> {
  if (BigInt(id) > LAST_POSITION) return undefined;
  const [found] = await ONE.run(reads, { position: BigInt(id) });
  if (!found) return undefined;
  const { stream, revision, older, newer } = found;
  const [stored, previous, next] = await Promise.all([
    log.firstStored(stream, revision),
    neighbourOf(reads, { stream, before: id }, 'older'),
    neighbourOf(reads, { stream, after: id }, 'newer'),
  ]);
  if (!stored) return undefined;
  const fact = await log.decode(stored);
  const { value, sealed } = shownTo(fact, opened);
  const unreadable = fact.unreadable ?? null;
  const record: EventRecord = {
    id: found.position,
    event_id: found.event_id,
    type: found.type,
    category: categoryOf(stream),
    stream,
    revision,
    at: instantOf(found.at_ms),
    actor: { kind: found.actor_kind, id: found.actor_id, role: found.actor_role },
    member_id: found.member_id,
    correlation_id: found.correlation_id,
    causation_id: found.causation_id,
  };
  return { ...record, data: value, metadata: stored.metadata, unreadable, sealed, previous, next, older, newer };
}

/** `ms`: digits. */
const instantOf = (ms: string): string => new Date(Number(ms)).toISOString();

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
