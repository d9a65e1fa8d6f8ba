import type { Recorded } from '@easel/contracts/kernel/event';
import type { OperationFact } from '@easel/contracts/operations/events';
import { projectionStream } from '@easel/contracts/operations/stream';
import { append, put } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf, readModel, type RowBatch } from '../kernel/projector.ts';
import {
  type CancellationRow,
  cancellations,
  incomplete,
  type RequestRow,
  requests,
  retries,
  type RetryRow,
  standing,
  type StandingRow,
  tables,
} from './operations.tables.ts';

class OperationRows implements RowBatch {
  readonly requests: RequestRow[] = [];
  readonly cancellations: CancellationRow[] = [];
  readonly retries: RetryRow[] = [];
  private readonly standing = new Map<string, StandingRow>();

  stand(fact: Recorded<Extract<OperationFact, { type: 'ProjectionPaused' | 'ProjectionResumed' }>>): void {
    const { projection: name, reason } = fact.data;
    const paused = fact.type === 'ProjectionPaused';
    this.standing.set(name, { name, paused, reason, by_id: fact.metadata.actor.id, at: timeOf(fact) });
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([
      put(sql, standing, [...this.standing.values()]),
      append(sql, requests, this.requests),
      append(sql, cancellations, this.cancellations),
      append(sql, retries, this.retries),
    ]);
  }
}

/**
 * What operators asked of the projections. What comes of it stands beside, in `read_operations`, and is no part of
 * this.
 */
export const operations = projectorOf<OperationFact, OperationRows>()({
  name: 'operations',
  version: 1,
  categories: [projectionStream.category],
  tables,
  rows: () => new OperationRows(),
  on: {
    ProjectionPaused: (fact, rows) => rows.stand(fact),
    ProjectionResumed: (fact, rows) => rows.stand(fact),
    RebuildRequested: (fact, rows) => {
      const { projection: name, runId: run_id, acceptDifference: accept_difference, reason } = fact.data;
      const { id: by_id, role } = fact.metadata.actor;
      const { position } = fact;
      rows.requests.push({
        run_id,
        name,
        accept_difference,
        reason,
        by_id,
        by_role: role ?? null,
        at: timeOf(fact),
        position,
      });
    },
    RebuildCancelled: (fact, rows) => {
      const { runId: run_id, reason } = fact.data;
      rows.cancellations.push({ run_id, reason, at: timeOf(fact) });
    },
    PartitionRetryRequested: ({ data, position }, rows) => {
      rows.retries.push({ id: data.actionId, name: data.projection, partition: data.partition, position });
    },
  },
  // How far a rebuild is stands beside, from where it is carried out.
  ignores: ['RebuildSwapBegun', 'RebuildEnded'],
  markIncomplete: (sql, partitions, isIncomplete) =>
    markKeys(
      sql,
      incomplete,
      partitions.map((stream) => projectionStream.idOf(stream)),
      isIncomplete,
    ),
});

/** Not one of the read models that operators may pause: it is what a resumption would have to come through. */
export const operationsModel = readModel(operations);

const timeOf = (fact: Recorded): string => fact.recordedAt.toISOString();
