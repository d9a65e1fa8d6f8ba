import type { Vital } from '@easel/contracts/telemetry/policy';
import { middleOf, stepOf as stepOfUnits } from '../kernel/steps.ts';

/** Steps count milliseconds, and thousandths of a layout's shift. */
const unitOf = (vital: Vital): number => (vital === 'cls' ? 0.001 : 1);

export const stepOf = (vital: Vital, value: number): number => stepOfUnits(value / unitOf(vital));

export const valueOf = (vital: Vital, step: number): number => middleOf(step) * unitOf(vital);

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
