import { renderSteps, type GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import { activityStream } from '@easel/contracts/telemetry/stream';
import type { ClientBase } from 'pg';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import { figures, tables } from './dashboard.tables.ts';

const figureSums = new SummedTable(figures);

class DashboardRows implements RowBatch {
  private readonly figures = figureSums.batch();

  count(memberId: string, counted: { completed?: number; failed?: number; downloads?: number }): void {
    this.figures.add({ member_id: memberId, completed: 0, failed: 0, downloads: 0, ...counted });
  }

  write(sql: ClientBase): Promise<void> {
    return this.figures.write(sql);
  }
}

/**
 * Counts how members' requests ended, each variant's among them, and their downloads. It counts on what a member has
 * deleted since: how many pictures there are now, the gallery knows.
 */
export const dashboard = projectorOf<GenerationFact | TelemetryFact, DashboardRows>()({
  name: 'dashboard',
  version: 3,
  categories: [generationStream.category, activityStream.category],
  tables,
  rows: () => new DashboardRows(),
  // A member's figures come from many streams, and are right only if none is left out.
  partition: ({ data, stream }) => ('memberId' in data ? data.memberId : stream),
  on: {
    // A visitor's is in nobody's figures until it becomes a member's.
    GenerationCompleted: ({ data }, rows) => {
      if (!data.trial) rows.count(data.memberId, { completed: 1 });
    },
    GenerationFailed: ({ data }, rows) => {
      if (!data.trial) rows.count(data.memberId, { failed: 1 });
    },
    // Counts a little early what is still being drawn when its visitor registers.
    GenerationAdopted: ({ data }, rows) => rows.count(data.memberId, { completed: 1 }),
    ActivityTracked: ({ data }, rows) => {
      if (data.eventType === 'image_download') rows.count(data.memberId, { downloads: 1 });
    },
  },
  ignores: [
    'EntryTagged',
    'EntryUntagged',
    'VisitBegun',
    'GenerationRequested',
    ...renderSteps,
    'VariantCreated',
    'VariantAttached',
    'Saved',
    'MadePublic',
    'MadePrivate',
    'GenerationCancelled',
    'Deleted',
    'Restored',
    'Purged',
    'RemixDetached',
  ],
  async markIncomplete(sql, partitions, incomplete) {
    await sql.query(
      `insert into figures (member_id, completed, failed, downloads, incomplete)
       select member_id, 0, 0, 0, $2 from unnest($1::uuid[]) as given (member_id)
       on conflict (member_id) do update set incomplete = excluded.incomplete`,
      [uuidsOf(partitions), incomplete],
    );
  },
});
