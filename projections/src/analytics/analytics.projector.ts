import type { TelemetryFact } from '@easel/contracts/telemetry/events';
import { activityStream } from '@easel/contracts/telemetry/stream';
import { append } from '@easel/kernel/database/table';
import type { ClientBase } from 'pg';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import { uuidsOf } from '../kernel/uuids.ts';
import { activities, type ActivityRow, tables, totals } from './analytics.tables.ts';

const typeSums = new SummedTable(totals);

class AnalyticsRows implements RowBatch {
  private readonly activities: ActivityRow[] = [];
  private readonly totals = typeSums.batch();

  add(row: ActivityRow): void {
    this.activities.push(row);
    this.totals.add({ member_id: row.member_id, event_type: row.event_type, total: 1 });
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([append(sql, activities, this.activities), this.totals.write(sql)]);
  }
}

/** What members did, one by one. */
export const analytics = projectorOf<TelemetryFact, AnalyticsRows>()({
  name: 'analytics',
  version: 1,
  categories: [activityStream.category],
  tables,
  rows: () => new AnalyticsRows(),
  // A day's stream, as they were once, is everybody's; what is lacking is lacking to one member.
  partition: ({ data }) => data.memberId,
  on: {
    ActivityTracked: ({ id, data }, rows) =>
      rows.add({
        id,
        member_id: data.memberId,
        event_type: data.eventType,
        generation_id: data.generationId,
        at: data.at,
      }),
  },
  async markIncomplete(sql, partitions, incomplete) {
    await sql.query('update activity_total set incomplete = $2 where member_id = any($1::uuid[])', [
      uuidsOf(partitions),
      incomplete,
    ]);
  },
});
