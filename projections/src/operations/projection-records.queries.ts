import type { ParkedFact, ProjectionRecord, RebuildRun } from '@easel/contracts/operations/http';
import { PARKED_SHOWN, RUNS_SHOWN } from '@easel/contracts/operations/policy';
import type { EventLog } from '@easel/kernel/log/event-log';
import { LagCounter } from '@easel/kernel/following/lag-counter';
import type { ProjectionPhase } from '../kernel/projection-state.ts';
import { NOWHERE } from '../kernel/projection-state.ts';
import type { ReadModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';
import { readModels } from '../read-models.ts';
import { operationsModel } from './operations.projector.ts';
import type { Rates } from './rates.ts';
import { withoutPersonalData } from './sealed-data.ts';

const { schema } = operationsModel;
const PARTITIONS_SHOWN = 200;

export interface ParkedPartition {
  partition: string;
  facts: number;
  first_position: string;
  error: string | null;
  since: string;
}

/** In UTC, as JavaScript writes it. */
const instant = (column: string): string => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const RUN = `json_build_object('id', run_id,
  'status', coalesce(status, case when cancellation.run_id is null then 'queued' else 'cancelled' end),
  'accept_difference', accept_difference, 'reason', request.reason,
  'requested_by', json_build_object('id', by_id, 'role', by_role), 'requested_at', ${instant('request.at')},
  'started_at', ${instant('started_at')},
  'ended_at', ${instant('coalesce(ended_at, case when status is null then cancellation.at end)')},
  'facts', coalesce(facts, 0), 'total', total,
  'facts_per_second', round(facts_per_second), 'eta_seconds', ceil(eta_seconds),
  'tables', coalesce(tables, '[]'), 'error', error)`;
const RUNS_OF = `${schema}.request left join read_operations.runs using (run_id)
  left join ${schema}.cancellation using (run_id)`;

interface RecordRow {
  schema: string;
  state: ProjectionPhase;
  reason: string | null;
  position: string;
  events_applied: string;
  events_ignored: string;
  parked_count: number;
  whole: boolean;
  updated_at: string;
  paused_because: string | null;
  rebuild: RebuildRun | null;
}

const RECORDS = new Statement<RecordRow>(
  'projection records',
  `select schema, state, projections.reason, projections.position, events_applied, events_ignored, parked_count,
     first_live_at is not null as whole, ${instant('updated_at')} as updated_at,
     (select reason from ${schema}.standing where standing.name = projections.name and paused) as paused_because,
     (select ${RUN} from ${RUNS_OF} where request.name = projections.name
      order by (coalesce(status, 'queued') in ('queued', 'running', 'comparing', 'swapping') and cancellation.run_id is null) desc,
        case when status in ('running', 'comparing', 'swapping') then 0 else 1 end,
        case when coalesce(status, 'queued') = 'queued' and cancellation.run_id is null
          then request.position else -request.position end
      limit 1) as rebuild
   from read_operations.projections where schema = any($1::text[])`,
);

const RUNS = new Statement<{ run: RebuildRun }>(
  'rebuilds of a projection',
  `select ${RUN} as run from ${RUNS_OF} where request.name = $1 order by request.position desc limit ${RUNS_SHOWN}`,
);

interface PartitionRow extends Omit<ParkedPartition, 'error'> {
  error: string | null;
  fact: string;
}

const PARTITIONS = new Statement<PartitionRow>(
  'parked partitions',
  `select partition, facts, first_position::text, ${instant('since')} as since, error, fact::text as fact
   from (
     select partition, count(*)::int as facts, min(position) as first_position, min(at) as since
     from read_operations.parked where projector = $1 group by partition order by min(at), partition
     limit ${PARTITIONS_SHOWN}
   ) as partitions
   join lateral (
     select error, fact from read_operations.parked
     where projector = $1 and parked.partition = partitions.partition and position = first_position
   ) as first on true
   order by partitions.since, partition`,
);

const PARKED = new Statement<{ fact: string; error: string | null }>(
  'parked facts',
  `select fact::text as fact, error from read_operations.parked
   where projector = $1 and partition = $2 order by position limit ${PARKED_SHOWN}`,
);

interface RecordSources {
  reads: Reads;
  log: EventLog;
  rates: Rates;
}

/** Tells how each read model stands, as the list shows it, in the order of `readModels`. */
export async function projectionRecords({ reads, log, rates }: RecordSources): Promise<ProjectionRecord[]> {
  const rows = await RECORDS.run(reads, [readModels.map((model) => model.schema)]);
  const now = Date.now();
  const bySchema = new Map(rows.map((row) => [row.schema, row]));
  return Promise.all(readModels.map((model) => recordOf(model, bySchema.get(model.schema), { log, rates, now })));
}

async function recordOf(
  { name: id, schema: own, version, categories }: ReadModel,
  row: RecordRow | undefined,
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
    whole: row?.whole ?? false,
    updated_at: row?.updated_at ?? new Date(now).toISOString(),
    rebuild: row?.rebuild ?? null,
  };
}

/** Answers a projection's partitions with parked facts, the oldest first, and its rebuilds, the newest first. */
export async function projectionDetails(
  reads: Reads,
  model: ReadModel,
): Promise<{ partitions: ParkedPartition[]; runs: RebuildRun[] }> {
  const [parked, runs] = await Promise.all([PARTITIONS.run(reads, [model.schema]), RUNS.run(reads, [model.name])]);
  const partitions = parked.map(({ fact, error, ...rest }) => {
    const { type, data } = JSON.parse(fact) as StoredFact;
    return { ...rest, error: withoutPersonalData({ type, data, error }).error };
  });
  return { partitions, runs: runs.map(({ run }) => run) };
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
  const rows = await PARKED.run(reads, [model.schema, partition]);
  return rows.map(({ fact, error }) => {
    const { type, data, stream, revision, position, recordedAt } = JSON.parse(fact) as StoredFact;
    return { position, type, stream, revision, at: recordedAt, ...withoutPersonalData({ type, data, error }) };
  });
}
