import { runs } from '@easel/kernel/testing/runs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TradingWorld } from './testing/trading-world.ts';

const number = fc.nat({ max: 1000 });
const tier = fc.constantFrom('free', 'enterprise', 'curator_partner', 'curator_partner');
const paidTier = fc.constantFrom('starter', 'starter', 'enterprise');
const cents = fc.constantFrom(75, 300, 1000, 1000, 5000);
const tenths = fc.constantFrom(50, 50, 200, 2000);

type Step = (world: TradingWorld) => void | Promise<void>;

/** Prints the steps of a counterexample with their names and arguments. */
const doing = <T>(
  name: keyof TradingWorld,
  arbitrary: fc.Arbitrary<T>,
  take: (world: TradingWorld, chosen: T) => void | Promise<void>,
) =>
  arbitrary.map((chosen): Step => {
    const printed = (): string => `${name} ${fc.stringify(chosen)}`;
    return Object.assign((world: TradingWorld) => take(world, chosen), { [fc.toStringMethod]: printed });
  });

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: doing(
      'topUp',
      fc.tuple(number, number, fc.constantFrom(1000, 1000, 5000)),
      (world, [group, place, sum]) => world.topUp(world.idOf(group, place), sum),
    ),
  },
  {
    weight: 1,
    arbitrary: doing('subscribe', fc.tuple(number, number, paidTier), (world, [group, place, plan]) =>
      world.subscribe(world.idOf(group, place), plan),
    ),
  },
  {
    weight: 8,
    arbitrary: doing('buy', fc.tuple(number, number, number, cents), (world, [group, buyer, seller, price]) =>
      world.buy(world.idOf(group, buyer), world.idOf(group, seller), price),
    ),
  },
  {
    weight: 3,
    arbitrary: doing('buyInCredits', fc.tuple(number, number, number, tenths), (world, [group, buyer, seller, price]) =>
      world.buyInCredits(world.idOf(group, buyer), world.idOf(group, seller), price),
    ),
  },
  {
    weight: 1,
    arbitrary: doing('buyPrints', fc.tuple(number, number, cents), (world, [group, place, sum]) =>
      world.buyPrints(world.idOf(group, place), sum),
    ),
  },
  {
    weight: 2,
    arbitrary: doing('share', fc.tuple(number, number, cents, fc.boolean()), (world, [group, place, sum, again]) =>
      world.share(world.idOf(group, place), sum, again),
    ),
  },
  {
    weight: 2,
    arbitrary: doing('refund', fc.tuple(number, fc.constantFrom(100, 1000, 10_000)), (world, [n, sum]) =>
      world.refund(n, sum),
    ),
  },
  { weight: 2, arbitrary: doing('dispute', number, (world, n) => world.dispute(n)) },
  {
    weight: 2,
    arbitrary: doing('endDispute', fc.tuple(number, fc.constantFrom('released', 'lost')), (world, [n, outcome]) =>
      world.endDispute(n, outcome),
    ),
  },
  { weight: 4, arbitrary: doing('pass', fc.constantFrom(0.5, 1, 3, 15), (world, days) => world.pass(days)) },
  {
    weight: 8,
    arbitrary: doing('deliver', fc.tuple(number, fc.boolean()), (world, [n, again]) => world.deliver(n, again)),
  },
  { weight: 2, arbitrary: doing('settle', fc.constant(null), (world) => world.settle()) },
  { weight: 4, arbitrary: doing('rest', fc.constant(null), (world) => world.rest()) },
  {
    weight: 8,
    arbitrary: doing('payOut', fc.tuple(number, number), (world, [g, m]) => world.payOut(world.idOf(g, m))),
  },
);

const RUNS = runs(1_500);

test(
  `pays out no more than is held, in ${RUNS} worlds of groups that buy from themselves`,
  async () => {
    const seen = { payouts: 0, paidByShares: 0, refusedForRoom: 0, lost: 0 };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(tier, { minLength: 3, maxLength: 4 }), { minLength: 1, maxLength: 2 }),
        fc.array(step, { minLength: 60, maxLength: 120, size: 'max' }),
        async (groups, steps) => {
          const world = new TradingWorld(groups);
          for (const take of steps) await take(world);
          world.check();
          seen.payouts += world.payouts;
          seen.paidByShares += world.paidByShares;
          seen.refusedForRoom += world.refusedForRoom;
          seen.lost += Number(world.book.lost);
        },
      ),
      { numRuns: RUNS },
    );
    // Every kind of outcome has occurred.
    for (const times of Object.values(seen)) expect(times).toBeGreaterThan(0);
  },
  runs(180_000),
);

test('delays the next payout after a payment was reversed after a payout, until the group has paid for both', async () => {
  const world = new TradingWorld([['curator_partner', 'curator_partner', 'free', 'free']]);
  const [first, second, buyer, other] = [0, 1, 2, 3].map((place) => world.idOf(0, place));
  if (!first || !second || !buyer || !other) throw new Error('no members');
  world.topUp(buyer, 10_000);
  world.buy(buyer, first, 5_000);
  world.buy(buyer, second, 300);
  world.rest();
  await world.payOut(first);
  expect(world.payouts).toBe(1);

  world.dispute(0);
  world.topUp(other, 1_000);
  world.buy(other, second, 600);
  world.rest();
  await world.payOut(second);
  expect([world.payouts, world.refusedForRoom]).toEqual([1, 1]);

  world.endDispute(0, 'released');
  world.rest();
  await world.payOut(second);
  expect(world.payouts).toBe(2);
  world.check();
});

test('pays out shares of challenges to a group that has paid nothing itself', async () => {
  const world = new TradingWorld([['free', 'free', 'free']]);
  const [first, second] = [world.idOf(0, 0), world.idOf(0, 1)];
  world.share(first, 5_000, true);
  world.rest();
  await world.payOut(first);
  await world.payOut(second);
  expect([world.payouts, world.paidByShares, world.refusedForRoom]).toEqual([1, 1, 0]);
  world.check();
});

test('ignores payments for printed products, and their refunds, in the room for payouts', async () => {
  const world = new TradingWorld([['curator_partner', 'curator_partner', 'free', 'free']]);
  const [first, second, buyer, other] = [0, 1, 2, 3].map((place) => world.idOf(0, place));
  if (!first || !second || !buyer || !other) throw new Error('no members');
  world.topUp(buyer, 10_000);
  world.buy(buyer, first, 5_000);
  world.buy(buyer, second, 300);
  world.rest();
  await world.payOut(first);
  world.dispute(0);
  world.topUp(other, 1_000);
  world.buy(other, second, 600);
  world.buyPrints(other, 10_000);
  world.rest();
  await world.payOut(second);
  expect([world.payouts, world.refusedForRoom]).toEqual([1, 1]);

  world.endDispute(0, 'released');
  world.refund(2, 10_000);
  world.rest();
  await world.payOut(second);
  expect([world.payouts, world.refusedForRoom]).toEqual([2, 1]);
  world.check();
});

test('settles between members who bought from each other after reversals were undone before they were processed', () => {
  const world = new TradingWorld([['curator_partner', 'curator_partner']]);
  const [first, second] = [world.idOf(0, 0), world.idOf(0, 1)];
  world.topUp(first, 1_000);
  world.buy(first, second, 1_000);
  world.rest();
  world.buy(second, first, 300);
  world.rest();
  // Each has now paid with earnings from the other, so that every change passes back and forth between them.
  world.refund(0, 100);
  world.dispute(0);
  world.endDispute(0, 'released');
  world.check();
});

test('delays no payouts after losses outside of the group', async () => {
  const world = new TradingWorld([['curator_partner', 'curator_partner', 'free', 'free']]);
  const [first, second, buyer, other] = [0, 1, 2, 3].map((place) => world.idOf(0, place));
  if (!first || !second || !buyer || !other) throw new Error('no members');
  world.topUp(buyer, 5_000);
  world.buy(buyer, first, 5_000);
  world.rest();
  await world.payOut(first);
  world.dispute(0);
  world.topUp(other, 1_000);
  world.buy(other, second, 1_000);
  world.rest();
  await world.payOut(second);
  expect([world.payouts, world.refusedForRoom, world.book.lost]).toEqual([2, 0, true]);
  world.check();
});
