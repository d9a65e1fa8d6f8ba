import { utcMonth } from '@easel/contracts/account/policy';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationStream } from '@easel/contracts/generation/stream';
import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import { activityStream } from '@easel/contracts/telemetry/stream';
import type { ClientBase } from 'pg';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import { figures, months, tables } from './dashboard.tables.ts';

const figureSums = new SummedTable(figures);
const monthSums = new SummedTable(months);

class DashboardRows implements RowBatch {
  private readonly figures = figureSums.batch();
  private readonly months = monthSums.batch();

  count(memberId: string, counted: { requested?: number; completed?: number; downloads?: number }): void {
    this.figures.add({ member_id: memberId, requested: 0, completed: 0, downloads: 0, ...counted });
  }

  countMonth(memberId: string, month: string): void {
    this.months.add({ member_id: memberId, month, requested: 1 });
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([this.figures.write(sql), this.months.write(sql)]);
  }
}

/**
 * What members made so far. It stays counted when they delete it: these are figures of their work, not of their
 * gallery.
 */
export const dashboard = projectorOf<GenerationFact | TelemetryFact, DashboardRows>()({
  name: 'dashboard',
  version: 2,
  categories: [generationStream.category, activityStream.category],
  tables,
  rows: () => new DashboardRows(),
  // A member's figures come from many streams, and are right only if none is left out.
  partition: ({ data, stream }) => ('memberId' in data ? data.memberId : stream),
  on: {
    GenerationRequested: ({ data }, rows) => {
      // A visitor's: nobody's figures, until it becomes a member's.
      if (data.trial) return;
      rows.count(data.memberId, { requested: 1 });
      rows.countMonth(data.memberId, utcMonth(new Date(data.requestedAt)));
    },
    GenerationCompleted: ({ data }, rows) => {
      if (!data.trial) rows.count(data.memberId, { completed: 1 });
    },
    // It is in their gallery from here on. Who registers while it is still being drawn has it counted a little early.
    GenerationAdopted: ({ data, recordedAt }, rows) => {
      rows.count(data.memberId, { requested: 1, completed: 1 });
      rows.countMonth(data.memberId, utcMonth(recordedAt));
    },
    ActivityTracked: ({ data }, rows) => {
      if (data.eventType === 'image_download') rows.count(data.memberId, { downloads: 1 });
    },
  },
  ignores: [
    'VisitBegun',
    'RenderingStarted',
    'LeaseExtended',
    'RenderingHandedBack',
    'VariantCreated',
    'VariantAttached',
    'Saved',
    'MadePublic',
    'MadePrivate',
    'GenerationFailed',
    'GenerationCancelled',
    'Deleted',
    'Restored',
    'Purged',
  ],
  async markIncomplete(sql, partitions, incomplete) {
    await sql.query(
      `insert into figures (member_id, requested, completed, downloads, incomplete)
       select member_id, 0, 0, 0, $2 from unnest($1::uuid[]) as given (member_id)
       on conflict (member_id) do update set incomplete = excluded.incomplete`,
      [uuidsOf(partitions), incomplete],
    );
  },
});
