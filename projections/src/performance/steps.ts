import type { Vital } from '@easel/contracts/telemetry/policy';

/** Each step is so much above the one before it: whatever lies in it is told within 2.5 % of what it was. */
const RATIO = Math.log(1.05);

/** Steps count milliseconds, and thousandths of a layout's shift. */
const unitOf = (vital: Vital): number => (vital === 'cls' ? 0.001 : 1);

/** Finds the step of a value, from 0 on: by steps, what many browsers measured is kept in few rows. */
export function stepOf(vital: Vital, value: number): number {
  const units = value / unitOf(vital);
  return units < 1 ? 0 : 1 + Math.round(Math.log(units) / RATIO);
}

/** The middle of a step; the lowest is nothing. */
export const valueOf = (vital: Vital, step: number): number =>
  step === 0 ? 0 : Math.exp((step - 1) * RATIO) * unitOf(vital);

/** Finds the step that so large a share of all views, from 0 to 1, do not lie above. `steps` are in their order. */
export function percentile(steps: readonly { step: number; views: number }[], share: number): number {
  const all = steps.reduce((sum, { views }) => sum + views, 0);
  let so = 0;
  for (const { step, views } of steps) {
    so += views;
    if (so >= share * all) return step;
  }
  return steps.at(-1)?.step ?? 0;
}
