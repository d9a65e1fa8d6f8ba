import { randomUUID } from 'node:crypto';
import { bankAccount, idOf } from '@easel/api/account/testing/account-facts';
import type { AccountFact } from '@easel/contracts/account/events';
import { CONFIRMED_ALONE_AFTER_MS, PAYOUT_CONFIRMED_ONCE_MAX_CENTS } from '@easel/contracts/earnings/policy';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openWorld, type World } from './testing/audited-world.ts';

const LARGE_CENTS = PAYOUT_CONFIRMED_ONCE_MAX_CENTS + 1;
const begin = new Date('2026-11-20T12:00:00.000Z');
const later = new Date(begin.getTime() + CONFIRMED_ALONE_AFTER_MS);
const [ada, bob] = [randomUUID(), randomUUID()];

let world: World;
let memberId: string;
beforeAll(async () => void (world = await openWorld()));
beforeEach(() => void (memberId = randomUUID()));
afterAll(() => world.close());

const requested = (cents: number): AccountFact[] => [
  { type: 'EarningsSettled', data: { memberId, day: '2026-10-01', tenths: 0, cents, sales: 1 } },
  {
    type: 'PayoutRequested',
    data: { memberId, payoutId: idOf(7), tenths: 0, cents, payoutCents: cents, ...bankAccount },
  },
];

/** By the real rules, as the console's call does. */
const settle = (operatorId: string, at: Date, outcome: 'paid' | 'returned' = 'paid') =>
  world.account(
    {
      type: 'SettlePayout',
      memberId,
      payoutId: idOf(7),
      outcome,
      reason: null,
      roomCents: 0,
      key: randomUUID(),
      operatorId,
      isOnlyAdmin: true,
      at,
    },
    { actor: { kind: 'operator', id: operatorId } },
  );

const confirmedAlone = async () => (await world.verify(memberId)).notes.filter((note) => /^payout .* alone/.test(note));

test('notes a payout above $1,000 that the same admin confirmed twice', async () => {
  await world.write(`account-${memberId}`, ...requested(LARGE_CENTS));
  await settle(ada, begin);
  expect(await confirmedAlone()).toEqual([]);
  await settle(ada, later);
  expect(await confirmedAlone()).toEqual([
    expect.stringContaining(`payout ${idOf(7)} of $1000.01 to ${memberId} was confirmed by ${ada} alone, at 20`),
  ]);
});

test('notes no payout that another admin confirmed, that needs one confirmation, or that was returned', async () => {
  await world.write(`account-${memberId}`, ...requested(LARGE_CENTS));
  await settle(ada, begin);
  await settle(bob, begin);
  expect(await confirmedAlone()).toEqual([]);

  memberId = randomUUID();
  await world.write(`account-${memberId}`, ...requested(LARGE_CENTS - 1));
  await settle(ada, begin);
  expect(await confirmedAlone()).toEqual([]);

  memberId = randomUUID();
  await world.write(`account-${memberId}`, ...requested(LARGE_CENTS));
  await settle(ada, begin);
  await settle(ada, begin, 'returned');
  expect(await confirmedAlone()).toEqual([]);
});
