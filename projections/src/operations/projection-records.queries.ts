import type { ParkedFact, ProjectionRecord, RebuildRun } from '@easel/contracts/operations/http';
import { PARKED_SHOWN, RUNS_SHOWN } from '@easel/contracts/operations/policy';
import { arrayLiteral } from '@easel/kernel/database/arrays';
import {
  type FoundBy,
  type InferResult,
  jsonArrayFrom,
  jsonObjectFrom,
  queriesOf,
  type ShallowDehydrateObject,
  sql,
} from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type { EventLog } from '@easel/kernel/log/event-log';
import { LagCounter } from '@easel/kernel/following/lag-counter';
import { NOWHERE, type parked, type projections } from '../kernel/projection-state.ts';
import type { ReadModel } from '../kernel/projector.ts';
import { WrittenStatement } from '../kernel/statement.ts';
import type { Reads } from '../kernel/reads.ts';
import { readModels } from '../read-models.ts';
import { operationsModel } from './operations.projector.ts';
import type { tables } from './operations.tables.ts';
import type { Rates } from './rates.ts';
import type { runs } from './runs.tables.ts';
import { withoutPersonalData } from './sealed-data.ts';
import { PROCESS_BEGAN_AT, standsStill } from './stands-still.ts';

const db = queriesOf<Database<[...typeof tables, typeof runs, typeof projections, typeof parked]>>(
  operationsModel.schema,
);
const PARTITIONS_SHOWN = 200;

export interface ParkedPartition {
  partition: string;
  facts: number;
  first_position: string;
  error: string | null;
  since: string;
}

const requestsWithRuns = db
  .selectFrom('request')
  .leftJoin('read_operations.runs as run', 'run.run_id', 'request.run_id')
  .leftJoin('cancellation', 'cancellation.run_id', 'request.run_id')
  .select((eb) => [
    'request.run_id',
    'accept_difference',
    'request.reason',
    'by_id',
    'by_role',
    'request.at as requested_at',
    'status',
    'cancellation.at as cancelled_at',
    'started_at',
    'ended_at',
    eb.cast<number | null>('facts', 'float8').as('facts'),
    eb.cast<number | null>('total', 'float8').as('total'),
    eb.fn<number | null>('round', ['facts_per_second']).as('facts_per_second'),
    eb.fn<number | null>('ceil', ['eta_seconds']).as('eta_seconds'),
    'tables',
    'error',
  ]);
/** As it comes within JSON. */
type FoundRun = ShallowDehydrateObject<InferResult<typeof requestsWithRuns>[number]>;

const RECORDS = new WrittenStatement('projection records', { schemas: column.text.list }, (given) =>
  db
    .selectFrom('read_operations.projections as projection')
    .where((eb) => eb('schema', '=', eb.fn.any(given('schemas'))))
    .selectAll()
    .select((eb) => [
      eb
        .selectFrom('standing')
        .whereRef('standing.name', '=', 'projection.name')
        .where('paused', '=', true)
        .select('standing.reason')
        .as('paused_because'),
      jsonObjectFrom(
        requestsWithRuns
          .where('request.name', '=', sql.ref<string>('projection.name'))
          // The one under way, else the first in the queue, else the latest.
          .orderBy(
            sql`coalesce(status, 'queued') in ('queued', 'running', 'comparing', 'swapping')
            and cancellation.run_id is null`,
            'desc',
          )
          .orderBy(sql`status in ('running', 'comparing', 'swapping')`, (order) => order.desc().nullsLast())
          .orderBy(
            sql`case when coalesce(status, 'queued') = 'queued' and cancellation.run_id is null
            then request.position else -request.position end`,
          )
          .limit(1),
      ).as('rebuild'),
    ]),
);

const RUNS = new WrittenStatement('rebuilds of a projection', { name: column.text }, (given) =>
  db.selectNoFrom(
    jsonArrayFrom(
      requestsWithRuns.where('request.name', '=', given('name')).orderBy('request.position', 'desc').limit(RUNS_SHOWN),
    ).as('runs'),
  ),
);

const PARTITIONS = new WrittenStatement('parked partitions', { schema: column.text }, (given) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('read_operations.parked')
        .where('projector', '=', given('schema'))
        .groupBy('partition')
        .select((eb) => [
          'partition',
          eb.cast<number>(eb.fn.countAll(), 'integer').as('facts'),
          eb.fn.min('position').as('first_position'),
          eb.fn.min('at').as('since'),
        ])
        .orderBy('since')
        .orderBy('partition')
        .limit(PARTITIONS_SHOWN)
        .as('queue'),
    )
    .innerJoin('read_operations.parked as first', (join) =>
      join
        .on('first.projector', '=', given('schema'))
        .onRef('first.partition', '=', 'queue.partition')
        .onRef('first.position', '=', 'queue.first_position'),
    )
    .select((eb) => [
      'queue.partition',
      'facts',
      'first_position',
      'since',
      'error',
      eb.cast<string>('fact', 'text').as('fact'),
    ])
    .orderBy('since')
    .orderBy('queue.partition'),
);

const PARKED = new WrittenStatement('parked facts', { schema: column.text, partition: column.text }, (given) =>
  db
    .selectFrom('read_operations.parked')
    .where('projector', '=', given('schema'))
    .where('partition', '=', given('partition'))
    .orderBy('position')
    .limit(PARKED_SHOWN)
    .select((eb) => [eb.cast<string>('fact', 'text').as('fact'), 'error']),
);

interface RecordSources {
  reads: Reads;
  log: EventLog;
  rates: Rates;
}

/** Tells how each read model stands, as the list shows it, in the order of `readModels`. */
export async function projectionRecords({ reads, log, rates }: RecordSources): Promise<ProjectionRecord[]> {
  const rows = await RECORDS.run(reads, { schemas: arrayLiteral(readModels.map((model) => model.schema)) });
  const now = Date.now();
  const bySchema = new Map(rows.map((row) => [row.schema, row]));
  return Promise.all(readModels.map((model) => recordOf(model, bySchema.get(model.schema), { log, rates, now })));
}

async function recordOf(
  { name: id, schema: own, version, categories }: ReadModel,
  row: FoundBy<typeof RECORDS> | undefined,
  { log, rates, now }: { log: EventLog; rates: Rates; now: number },
): Promise<ProjectionRecord> {
  const position = row ? BigInt(row.position) : NOWHERE;
  const { events, more, oldestAt } = await LagCounter.of(log).of({ name: own, categories }, position);
  const phase = row && row.state !== 'rebuilding' ? row.state : 'catching-up';
  return {
    id,
    schema: own,
    version,
    phase,
    stands_still:
      row !== undefined && standsStill({ phase, movedAt: row.updated_at, oldestAt, since: PROCESS_BEGAN_AT }, now),
    reason: phase === 'paused' ? (row?.paused_because ?? null) : (row?.reason ?? null),
    paused: typeof row?.paused_because === 'string',
    position: String(position),
    lag_events: events ?? null,
    lag_more: more,
    lag_seconds: oldestAt ? Math.max(0, Math.round((now - oldestAt.getTime()) / 100) / 10) : events === 0 ? 0 : null,
    events_per_second: rates.of(own),
    events_applied: Number(row?.events_applied ?? 0),
    events_ignored: Number(row?.events_ignored ?? 0),
    parked: row?.parked_count ?? 0,
    whole: row !== undefined && row.first_live_at !== null,
    updated_at: (row?.updated_at ?? new Date(now)).toISOString(),
    rebuild: row?.rebuild ? rebuildRun(row.rebuild) : null,
  };
}

function rebuildRun(row: FoundRun): RebuildRun {
  const { run_id: id, accept_difference, reason, by_id, by_role, status, cancelled_at, error } = row;
  const { facts, total, facts_per_second, eta_seconds, tables: compared } = row;
  return {
    id,
    status: status ?? (cancelled_at === null ? 'queued' : 'cancelled'),
    accept_difference,
    reason,
    requested_by: { id: by_id, role: by_role },
    requested_at: new Date(row.requested_at).toISOString(),
    started_at: instantOf(row.started_at),
    ended_at: instantOf(row.ended_at ?? (status === null ? cancelled_at : null)),
    facts: facts ?? 0,
    total,
    facts_per_second,
    eta_seconds,
    tables: compared ?? [],
    error,
  };
}

const instantOf = (text: string | null): string | null => (text === null ? null : new Date(text).toISOString());

/** Answers a projection's partitions with parked facts, the oldest first, and its rebuilds, the newest first. */
export async function projectionDetails(
  reads: Reads,
  model: ReadModel,
): Promise<{ partitions: ParkedPartition[]; runs: RebuildRun[] }> {
  const [queue, [found]] = await Promise.all([
    PARTITIONS.run(reads, { schema: model.schema }),
    RUNS.run(reads, { name: model.name }),
  ]);
  const partitions = queue.map(({ fact, error, since, ...rest }) => {
    const { type, data } = JSON.parse(fact) as StoredFact;
    return { ...rest, since: since.toISOString(), error: withoutPersonalData({ type, data, error }).error };
  });
  return { partitions, runs: found?.runs.map(rebuildRun) ?? [] };
}

/** As it is parked. */
interface StoredFact {
  type: string;
  data: unknown;
  stream: string;
  revision: number;
  position: string;
  recordedAt: string;
}

/** Answers the facts of a partition that are parked, in the log's order, without personal data. */
export async function parkedFacts(reads: Reads, model: ReadModel, partition: string): Promise<ParkedFact[]> {
  const rows = await PARKED.run(reads, { schema: model.schema, partition });
  return rows.map(({ fact, error }) => {
    const { type, data, stream, revision, position, recordedAt } = JSON.parse(fact) as StoredFact;
    return { position, type, stream, revision, at: recordedAt, ...withoutPersonalData({ type, data, error }) };
  });
}
