import type { ProjectionPhase } from '../kernel/projection-state.ts';
import type { Reads } from '../kernel/reads.ts';
import { Statement } from '../kernel/statement.ts';

export interface ProjectionStatus {
  schema: string;
  name: string;
  version: number;
  phase: ProjectionPhase;
  /** Why it stands still. */
  reason: string | null;
  position: bigint;
  eventsApplied: number;
  /** Of types that this code does not know. */
  eventsIgnored: number;
  parked: number;
  /** It has shown the whole log once: what it answers is no fragment. */
  isWhole: boolean;
}

interface StatusRow {
  schema: string;
  name: string;
  version: number;
  state: ProjectionPhase;
  reason: string | null;
  position: string;
  events_applied: string;
  events_ignored: string;
  parked_count: number;
  whole: boolean;
}

const STATUSES = new Statement<StatusRow>(
  'projection statuses',
  `select schema, name, version, state, reason, position, events_applied, events_ignored, parked_count,
          first_live_at is not null as whole
   from read_operations.projections order by schema`,
);

/** Tells how every projection stands, the operations' own too. */
export async function projectionStatuses(reads: Reads): Promise<ProjectionStatus[]> {
  const rows = await STATUSES.run(reads, []);
  return rows.map((row) => ({
    schema: row.schema,
    name: row.name,
    version: row.version,
    phase: row.state,
    reason: row.reason,
    position: BigInt(row.position),
    eventsApplied: Number(row.events_applied),
    eventsIgnored: Number(row.events_ignored),
    parked: row.parked_count,
    isWhole: row.whole,
  }));
}
