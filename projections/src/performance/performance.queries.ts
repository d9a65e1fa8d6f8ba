import { utcDay } from '@easel/contracts/account/policy';
import { FIELD_ROWS, type telemetryConsoleHttp } from '@easel/contracts/telemetry/console.http';
import type { telemetryHttp } from '@easel/contracts/telemetry/http';
import { ratingOf, type Vital, vitals } from '@easel/contracts/telemetry/policy';
import { exists, jsonArrayFrom, queriesOf, sql } from '@easel/kernel/database/query-writer';
import { column, type Database } from '@easel/kernel/database/table';
import type * as z from 'zod/mini';
import { readModel } from '../kernel/projector.ts';
import type { Reads } from '../kernel/reads.ts';
import type { JsonReply } from '../kernel/reply.ts';
import { WrittenStatement } from '../kernel/statement.ts';
import { performance } from './performance.projector.ts';
import type { tables } from './performance.tables.ts';
import { percentile, valueOf } from './steps.ts';

export const performanceModel = readModel(performance);
const db = queriesOf<Database<typeof tables>>(performanceModel.schema);

type Metric = z.output<typeof telemetryHttp.performance.reply>['metrics'][number];

const STEPS = new WrittenStatement(
  'field performance',
  { from: column.date, page: column.text.orNull, build: column.text.orNull },
  (given) =>
    db.selectNoFrom((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('measured_day')
          .where('day', '>=', given('from'))
          .where(sql<boolean>`(${given('page')} is null or page = ${given('page')})`)
          .where(sql<boolean>`(${given('build')} is null or build = ${given('build')})`)
          .groupBy(['name', 'step'])
          .orderBy('step')
          .select(['name', 'step'])
          .select((of) => of.cast<number>(of.fn.sum('views'), 'float8').as('views')),
      ).as('steps'),
      jsonArrayFrom(
        eb
          .selectFrom('slow_day')
          .where('day', '>=', given('from'))
          .where(sql<boolean>`(${given('page')} is null or page = ${given('page')})`)
          .where(sql<boolean>`(${given('build')} is null or build = ${given('build')})`)
          .groupBy(['page', 'build', 'resource', 'kind'])
          .orderBy((of) => of.fn.sum('ms'), 'desc')
          .orderBy(['page', 'build', 'resource', 'kind'])
          .limit(FIELD_ROWS)
          .select(['page', 'build', 'resource', 'kind'])
          .select((of) => of.cast<number>(of.fn.sum('times'), 'float8').as('times'))
          .select(sql<number>`round(sum(ms) / sum(times))::float8`.as('average_ms')),
      ).as('slow'),
      exists(eb.selectFrom('incomplete')).as('incomplete'),
    ]),
  { alone: true },
);

const DAY_MS = 86_400_000;

interface Asked {
  days: number;
  page?: string | undefined;
  build?: string | undefined;
  now: Date;
}

/** Answers `analytics/performance`: what browsers measured in so many UTC days up to the one of `now`. */
export async function fieldPerformance(reads: Reads, asked: Asked): Promise<JsonReply> {
  const { metrics, incomplete } = await measuredIn(reads, asked);
  const reply: z.output<typeof telemetryHttp.performance.reply> = { success: true, metrics };
  return { json: JSON.stringify(reply), incomplete };
}

/** Answers the console's, which tells what was slow as well. */
export async function consolePerformance(reads: Reads, asked: Asked): Promise<JsonReply> {
  const { metrics, slow, incomplete } = await measuredIn(reads, asked);
  const reply: z.output<typeof telemetryConsoleHttp.performance.reply> = { success: true, metrics, slow };
  return { json: JSON.stringify(reply), incomplete };
}

async function measuredIn(reads: Reads, { days, page, build, now }: Asked) {
  const from = utcDay(new Date(now.getTime() - (days - 1) * DAY_MS));
  const [found] = await STEPS.run(reads, { from, page: page ?? null, build: build ?? null });
  if (!found) throw new Error('figures without a row');
  const metrics = vitals.flatMap((name) =>
    metricOf(
      name,
      found.steps.filter((step) => step.name === name),
    ),
  );
  return { metrics, slow: found.slow, incomplete: found.incomplete };
}

function metricOf(name: Vital, steps: readonly { step: number; views: number }[]): Metric[] {
  if (steps.length === 0) return [];
  const at = (share: number): number => rounded(name, valueOf(name, percentile(steps, share)));
  const p75 = at(0.75);
  const views = steps.reduce((sum, step) => sum + step.views, 0);
  return [{ name, p50: at(0.5), p75, p95: at(0.95), rating: ratingOf(name, p75), views }];
}

/** As exact as it is known. */
const rounded = (name: Vital, value: number): number =>
  name === 'cls' ? Math.round(value * 1000) / 1000 : Math.round(value);
