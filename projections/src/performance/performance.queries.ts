import { rangeOf } from '@easel/contracts/kernel/day-range';
import type { telemetryHttp } from '@easel/contracts/telemetry/http';
import { vitals } from '@easel/contracts/telemetry/policy';
import { exists, jsonArrayFrom, queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { WrittenStatement } from '../kernel/statement.ts';
import { metricOf } from './metric.ts';
import { performance } from './performance.projector.ts';
import type { tables } from './performance.tables.ts';
import { percentile } from './steps.ts';

export const performanceModel = readModel(performance);
const db = queriesOf<Database<typeof tables>>(performanceModel.schema);

const STEPS = new WrittenStatement(
  'field performance',
  { from: column.date, page: column.text.orNull },
  (given) =>
    db.selectNoFrom((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('measured_day')
          .where('day', '>=', given('from'))
          .where(sql<boolean>`(${given('page')} is null or page = ${given('page')})`)
          .groupBy(['name', 'step'])
          .orderBy('step')
          .select(['name', 'step'])
          .select((of) => of.cast<number>(of.fn.sum('views'), 'float8').as('views')),
      ).as('steps'),
      exists(eb.selectFrom('incomplete')).as('incomplete'),
    ]),
  { alone: true },
);

/** Answers `analytics/performance`: what browsers measured in so many UTC days up to the one of `now`. */
export async function fieldPerformance(
  reads: Reads,
  { days, page, now }: { days: number; page?: string | undefined; now: Date },
): Promise<JsonReply> {
  const [found] = await STEPS.run(reads, { from: rangeOf({ days }, now).from, page: page ?? null });
  if (!found) throw new Error('figures without a row');
  const metrics = vitals.flatMap((name) => {
    const steps = found.steps.filter((step) => step.name === name);
    if (steps.length === 0) return [];
    const [p50, p75, p95] = [percentile(steps, 0.5), percentile(steps, 0.75), percentile(steps, 0.95)];
    return metricOf(name, { p50, p75, p95, views: steps.reduce((sum, { views }) => sum + views, 0) });
  });
  const reply: z.output<typeof telemetryHttp.performance.reply> = { success: true, metrics };
  return { json: JSON.stringify(reply), incomplete: found.incomplete };
}
