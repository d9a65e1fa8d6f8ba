import { queriesOf } from '@easel/kernel/database/query-writer';
import type { Database } from '@easel/kernel/database/table';
import type { ProjectionPhase, projections } from '../kernel/projection-state.ts';
import { WrittenStatement } from '../kernel/statement.ts';
import type { Reads } from '../kernel/reads.ts';

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
  updatedAt: Date;
  /** It has shown the whole log once: what it answers is no fragment. */
  isWhole: boolean;
}

const STATUSES = new WrittenStatement('projection statuses', {}, () =>
  queriesOf<Database<[typeof projections]>>('read_operations')
    .selectFrom('read_operations.projections')
    .selectAll()
    .orderBy('schema'),
);

/** Tells how every projection stands, the operations' own too. */
export async function projectionStatuses(reads: Reads): Promise<ProjectionStatus[]> {
  const rows = await STATUSES.run(reads, {});
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
    updatedAt: row.updated_at,
    isWhole: row.first_live_at !== null,
  }));
}
