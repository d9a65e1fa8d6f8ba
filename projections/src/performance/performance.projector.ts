import { LONG_TASK, VITALS_KEPT_DAYS, vitals } from '@easel/contracts/telemetry/policy';
import { vitalsStream } from '@easel/contracts/telemetry/stream';
import type { VitalsFact } from '@easel/contracts/telemetry/vitals.events';
import type { ClientBase } from 'pg';
import { markKeys } from '../kernel/incomplete.ts';
import { projectorOf, type RowBatch } from '../kernel/projector.ts';
import { SummedTable } from '../kernel/summed-rows.ts';
import { incomplete, measured, slow, tables } from './performance.tables.ts';
import { stepOf } from './steps.ts';

const viewSums = new SummedTable(measured);
const slowSums = new SummedTable(slow);

/** What the log forgets is forgotten here, too. */
const FORGET = [measured, slow].map(({ name }) => ({
  name: `forget ${name}`,
  text: `delete from ${name} where day < (select max(day) from ${name}) - ${VITALS_KEPT_DAYS}`,
}));

class PerformanceRows implements RowBatch {
  private readonly views = viewSums.batch();
  private readonly slow = slowSums.batch();

  add({ day, page, build, navigation, connection, ...told }: VitalsFact['data']): void {
    const view = { day, page, build };
    for (const name of vitals) {
      const vital = told.vitals[name];
      if (vital === undefined) continue;
      this.views.add({ ...view, navigation, connection, name, step: stepOf(name, vital.value), views: 1 });
    }
    for (const { resource, kind, ms } of told.slowResources) {
      this.slow.add({ ...view, resource, kind, times: 1, ms: Math.round(ms) });
    }
    for (const ms of told.longTasks) {
      this.slow.add({ ...view, resource: '', kind: LONG_TASK, times: 1, ms: Math.round(ms) });
    }
  }

  async write(sql: ClientBase): Promise<void> {
    await Promise.all([this.views.write(sql), this.slow.write(sql)]);
    for (const statement of FORGET) await sql.query(statement);
  }
}

/** How pages came to people and answered them, day by day. */
export const performance = projectorOf<VitalsFact, PerformanceRows>()({
  name: 'performance',
  version: 1,
  categories: [vitalsStream.category],
  tables,
  rows: () => new PerformanceRows(),
  on: { PageMeasured: ({ data }, rows) => rows.add(data) },
  markIncomplete: (sql, partitions, isIncomplete) => markKeys(sql, incomplete, partitions, isIncomplete),
});
