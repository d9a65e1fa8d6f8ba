import fc from 'fast-check';
import type { Action } from './actions/action.ts';
import { imageActions } from './actions/images.ts';
import { moneyActions } from './actions/money.ts';
import { operatorActions } from './actions/operators.ts';
import { planActions } from './actions/plans.ts';
import { shopActions } from './actions/shop.ts';
import { timeActions } from './actions/times.ts';
import { workerActions } from './worker.ts';

const QUIET = 'quiet';

/** One thing to be done, with chance of its own: what stands before or behind it changes nothing of that. */
export interface Intent {
  what: string;
  dice: number;
}

export const actions: ReadonlyMap<string, Action> = new Map(
  [
    ...planActions,
    ...moneyActions,
    ...imageActions,
    ...shopActions,
    ...operatorActions,
    ...timeActions,
    ...workerActions,
  ].map((one) => [one.name, one]),
);

export const isQuietPoint = ({ what }: Intent): boolean => what === QUIET;

const LONGEST = 90;
const QUIET_WEIGHT = 14;

/** What is done in one life of the world, in order. */
export const plans: fc.Arbitrary<Intent[]> = fc.array(
  fc.record({
    what: fc.oneof(...[...actions.values()].map(({ name, weight }) => ({ weight, arbitrary: fc.constant(name) })), {
      weight: QUIET_WEIGHT,
      arbitrary: fc.constant(QUIET),
    }),
    dice: fc.integer(),
  }),
  { minLength: 1, maxLength: LONGEST, size: 'max' },
);
