import type { telemetryHttp } from '@easel/contracts/telemetry/http';
import { ratingOf, thresholds, type Vital } from '@easel/contracts/telemetry/policy';
import type * as z from 'zod/mini';
import { stepOf, valueOf } from './steps.ts';

export type Metric = z.output<typeof telemetryHttp.performance.reply>['metrics'][number];

/** Tells a vital by the steps of its percentiles. */
export function metricOf(
  name: Vital,
  { p50, p75, p95, views }: Readonly<Record<'p50' | 'p75' | 'p95' | 'views', number>>,
): Metric {
  const value = toldValue(name, p75);
  return {
    name,
    p50: toldValue(name, p50),
    p75: value,
    p95: toldValue(name, p95),
    rating: ratingOf(name, value),
    views,
  };
}

/** The middle of a step, as exact as it is known. */
export function toldValue(name: Vital, step: number): number {
  const value = valueOf(name, step);
  return name === 'cls' ? Math.round(value * 1000) / 1000 : Math.round(value);
}

/** The last steps that are rated good, and no worse than in need of improvement. */
export const ratedSteps = (name: Vital): [good: number, needsImprovement: number] => {
  const [good, poor] = thresholds[name];
  return [lastStep(name, good), lastStep(name, poor)];
};

function lastStep(name: Vital, value: number): number {
  const step = stepOf(name, value);
  return toldValue(name, step) > value ? step - 1 : step;
}
