import fc from 'fast-check';
import type { Action } from './actions/action.ts';
import { challengeActions } from './actions/challenges.ts';
import { imageActions } from './actions/images.ts';
import { leavingActions } from './actions/leaving.ts';
import { marketActions } from './actions/market.ts';
import { moneyActions } from './actions/money.ts';
import { operatorActions } from './actions/operators.ts';
import { orderActions } from './actions/orders.ts';
import { planActions } from './actions/plans.ts';
import { printActions } from './actions/prints.ts';
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
    ...orderActions,
    ...printActions,
    ...challengeActions,
    ...operatorActions,
    ...timeActions,
    ...workerActions,
    ...marketActions,
    ...leavingActions,
  ].map((one) => [one.name, one]),
);

export const isQuietPoint = ({ what }: Intent): boolean => what === QUIET;

const LONGEST = 90;
const QUIET_WEIGHT = 14;

/** What is done more in lives that are about trade: only many sales together come to a payout. */
const OF_TRADE: Readonly<Record<string, number>> = {
  choose: 14,
  generate: 24,
  render: 34,
  publish: 26,
  buy: 40,
  'top up': 14,
  'some days': 14,
  payout: 16,
  'a market opens': 10,
  'payout ends': 6,
};

/** What is done more in lives that are about orders. */
const OF_ORDERS: Readonly<Record<string, number>> = {
  generate: 8,
  'place an order': 60,
  'pay an order': 24,
  'an order’s bank answers': 12,
  'cancel an order': 12,
  'rehearse an order': 5,
  'the print service works': 40,
  'the print service is away': 3,
  'refund an order': 10,
  'report an arrival': 10,
  'print once more': 8,
  'change an address': 5,
  'some minutes': 14,
  'some days': 10,
  refund: 12,
  'revise prices': 3,
  'ask to be erased': 4,
  'a process dies': 4,
  'an older checkpoint': 8,
};

/** What is done more in lives that are about challenges. */
const OF_CHALLENGES: Readonly<Record<string, number>> = {
  generate: 6,
  'prepare a challenge': 10,
  'enter a challenge': 24,
  'withdraw an entry': 8,
  'disqualify an entry': 4,
  'order an entry': 40,
  'a challenge is held': 26,
  'a challenge ends': 12,
  'winners are due': 20,
  'announce winners': 16,
  'an order’s bank answers': 6,
  'refund an order': 12,
  refund: 14,
  dispute: 10,
  payout: 16,
  'payout ends': 6,
  'some days': 14,
  'the print service works': 8,
  'cancel an order': 6,
  'revise prices': 3,
  'ask to be erased': 3,
  'a process dies': 4,
  'an older checkpoint': 8,
};

const livesOf = (weightOf: (action: Action) => number): fc.Arbitrary<Intent[]> =>
  fc.array(
    fc.record({
      what: fc.oneof(
        ...[...actions.values()].map((one) => ({ weight: weightOf(one), arbitrary: fc.constant(one.name) })),
        { weight: QUIET_WEIGHT, arbitrary: fc.constant(QUIET) },
      ),
      dice: fc.integer(),
    }),
    { minLength: 1, maxLength: LONGEST, size: 'max' },
  );

/** What is done in one life of the world, in order. */
export const plans: fc.Arbitrary<Intent[]> = fc.oneof(
  { weight: 4, arbitrary: livesOf(({ weight }) => weight) },
  { weight: 2, arbitrary: livesOf(({ name, weight }) => OF_TRADE[name] ?? weight) },
  { weight: 3, arbitrary: livesOf(({ name, weight }) => OF_ORDERS[name] ?? weight) },
  { weight: 3, arbitrary: livesOf(({ name, weight }) => OF_CHALLENGES[name] ?? weight) },
);
