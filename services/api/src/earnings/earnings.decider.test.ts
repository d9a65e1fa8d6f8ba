import type { EarningsFact } from '@easel/contracts/earnings/events';
import { given } from '@easel/kernel/testing/given';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { earnings, heldBackUntil, nextSettlement, type EarningsCommand } from './earnings.decider.ts';

const memberId = '99999999-9999-4999-8999-999999999999';
const one = '11111111-1111-4111-8111-111111111111';
const two = '22222222-2222-4222-8222-222222222222';
const at = new Date('2026-11-20T10:00:00.000Z');
const nextDay = new Date('2026-11-21T10:00:00.000Z');
const dayAfter = new Date('2026-11-22T10:00:00.000Z');

type Accrue = Extract<EarningsCommand, { type: 'AccrueEarnings' }>;
const accrue = (sale: Partial<Accrue> = {}): Accrue => ({
  type: 'AccrueEarnings',
  memberId,
  tier: 'studio',
  curator: false,
  key: one,
  buyerId: one,
  purchaseId: one,
  generationId: one,
  variantId: one,
  size: '2K',
  method: 'credits',
  tenths: 100,
  earningTenths: 100,
  cents: 0,
  feeCents: 0,
  at,
  ...sale,
});
const accrued = (key = one, accruedAt = at, tenths = 15, cents = 0): EarningsFact => ({
  type: 'EarningsAccrued',
  data: {
    memberId,
    key,
    buyerId: one,
    purchaseId: one,
    generationId: one,
    variantId: one,
    size: '2K',
    method: 'credits',
    tier: 'studio',
    curator: false,
    tenths,
    cents,
    accruedAt: accruedAt.toISOString(),
  },
});
const mature = (when: Date): EarningsCommand => ({ type: 'MatureEarnings', memberId, at: when });
const matured = (day: string, tenths: number, sales: number, cents = 0): EarningsFact => ({
  type: 'EarningsMatured',
  data: { memberId, day, tenths, cents, sales },
});

const turn = (turns: number): EarningsCommand => ({ type: 'TurnSale', memberId, purchaseId: one, turn: turns });
const turned = (n: number, { matured: isMatured = false, tenths = 15, cents = 0 } = {}): EarningsFact => ({
  type: n % 2 === 1 ? 'EarningsReversed' : 'EarningsReinstated',
  data: { memberId, key: one, buyerId: one, purchaseId: one, turn: n, tenths, cents, matured: isMatured },
});

describe('a sale whose payment was reversed', () => {
  test('matures with nothing, and with its sum after the payment is covered again', () => {
    given(earnings, accrued()).when(turn(1)).then(turned(1));
    given(earnings, accrued(), turned(1))
      .when(mature(dayAfter))
      .then(matured('2026-11-22', 0, 1));
    given(earnings, accrued(), turned(1), turned(2))
      .when(mature(dayAfter))
      .then(matured('2026-11-22', 15, 1));
  });

  test('records once that it had matured', () => {
    const settled = [accrued(), matured('2026-11-22', 15, 1)];
    given(earnings, ...settled)
      .when(turn(1))
      .then(turned(1, { matured: true }));
    given(earnings, ...settled, turned(1, { matured: true }))
      .when(turn(1))
      .thenNothing();
    given(earnings, accrued(), turned(1), matured('2026-11-22', 0, 1))
      .when(turn(2))
      .then(turned(2, { matured: true }));
  });

  test('has the state of the highest turn, in any order', () => {
    given(earnings, accrued()).when(turn(3)).then(turned(3));
    given(earnings, accrued(), turned(3)).when(turn(2)).thenNothing();
    given(earnings, accrued(), turned(3)).when(turn(4)).then(turned(4));
  });

  test('changes by nothing if two turns arrive as one', () => {
    const none = { tenths: 0 };
    given(earnings, accrued(), turned(1)).when(turn(3)).then(turned(3, none));
    given(earnings, accrued()).when(turn(2)).then(turned(2, none));
    for (const [facts, tenths] of [
      [[turned(1), turned(3, none)], 0],
      [[turned(2, none)], 15],
      [[turned(1), turned(3, none), turned(4)], 15],
    ] as const) {
      given(earnings, accrued(), ...facts)
        .when(mature(dayAfter))
        .then(matured('2026-11-22', tenths, 1));
    }
  });

  test('is left to its accrual if it has not accrued', () => {
    given(earnings).when(turn(1)).thenNothing();
  });
});

describe('a sale', () => {
  test('accrues once per event of the buyer', () => {
    given(earnings).when(accrue()).then(accrued());
    given(earnings, accrued()).when(accrue()).thenNothing();
    given(earnings, accrued(), matured('2026-11-21', 15, 1))
      .when(accrue())
      .thenNothing();
  });

  test('accrues nothing for free credits', () => {
    given(earnings)
      .when(accrue({ earningTenths: 0 }))
      .thenNothing();
  });

  test('accrues nothing from oneself', () => {
    given(earnings)
      .when(accrue({ buyerId: memberId }))
      .thenNothing();
  });

  test('matures no sooner if a clock runs behind', () => {
    given(earnings, accrued(one, nextDay))
      .when(accrue({ key: two }))
      .then(accrued(two, nextDay));
  });
});

describe('earnings', () => {
  test('mature after 24 hours, all together', () => {
    const history = [accrued(), accrued(two, new Date('2026-11-20T10:00:01.000Z'))];
    given(earnings, ...history)
      .when(mature(at))
      .thenNothing();
    given(earnings, ...history)
      .when(mature(nextDay))
      .then(matured('2026-11-21', 15, 1));
    given(earnings, ...history)
      .when(mature(dayAfter))
      .then(matured('2026-11-22', 30, 2));
  });

  test('mature once per UTC day, and never twice', () => {
    const settled = [accrued(), matured('2026-11-21', 15, 1)];
    given(earnings, ...settled)
      .when(mature(nextDay))
      .thenNothing();
    given(earnings, ...settled)
      .when(mature(dayAfter))
      .thenNothing();
    given(earnings, ...settled, accrued(two))
      .when(mature(new Date('2026-11-21T23:59:59.999Z')))
      .thenNothing();
    given(earnings, ...settled, accrued(two))
      .when(mature(dayAfter))
      .then(matured('2026-11-22', 15, 1));
  });
});

describe('the next settlement', () => {
  const midnight = (day: string): Date => new Date(`${day}T00:00:00.000Z`);

  test('is at the midnight after the oldest sale matures', () => {
    expect(nextSettlement(given(earnings).state())).toBeUndefined();
    expect(nextSettlement(given(earnings, accrued(), accrued(two, dayAfter)).state())).toEqual(midnight('2026-11-22'));
  });

  test('is a day later for a sale that accrues after its day was settled', () => {
    const late = [accrued(), matured('2026-11-22', 15, 1), accrued(two)];
    const at = midnight('2026-11-22');
    given(earnings, ...late)
      .when(mature(at))
      .thenNothing();
    expect(heldBackUntil(given(earnings, ...late).state(), at)).toEqual(midnight('2026-11-23'));
    given(earnings, ...late)
      .when(mature(midnight('2026-11-23')))
      .then(matured('2026-11-23', 15, 1));
  });

  test('is not scheduled again for a sale that has not matured', () => {
    expect(heldBackUntil(given(earnings, accrued()).state(), nextDay)).toEqual(midnight('2026-11-22'));
    expect(heldBackUntil(given(earnings, accrued()).state(), at)).toBeUndefined();
    const rests = given(earnings, accrued(), matured('2026-11-22', 15, 1), accrued(two, nextDay)).state();
    expect(heldBackUntil(rests, midnight('2026-11-22'))).toBeUndefined();
  });
});

test('keeps accrued equal to matured plus resting after random commands, and ignores repeats', () => {
  const start = at.getTime();
  const hours = fc.integer({ min: -30, max: 60 });
  const command: fc.Arbitrary<(when: Date) => EarningsCommand> = fc.oneof(
    fc.constant(mature),
    fc
      .record({
        key: fc.integer({ min: 0, max: 9 }).map((n) => one.replaceAll('1', `${n}`)),
        method: fc.constantFrom('credits', 'dollars', 'card'),
        earningTenths: fc.integer({ min: 0, max: 100 }),
        cents: fc.integer({ min: 0, max: 600 }),
        feeCents: fc.integer({ min: 0, max: 40 }),
        curator: fc.boolean(),
        tier: fc.constantFrom('free', 'enterprise', 'curator_partner'),
      })
      .map((sale) => (when: Date) => accrue({ ...sale, at: when })),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(command, hours), { maxLength: 40 }), (steps) => {
      let state = earnings.initial();
      let time = start;
      const total = { accrued: 0, matured: 0, cents: 0 };
      for (const [next, later] of steps) {
        time += later * 3_600_000;
        const wanted = next(new Date(time));
        for (const fact of earnings.decide(wanted, state)) {
          state = earnings.evolve(state, fact);
          const sign = fact.type === 'EarningsAccrued' ? 1 : -1;
          total[sign > 0 ? 'accrued' : 'matured'] += fact.data.tenths;
          total.cents += sign * fact.data.cents;
        }
        expect(earnings.decide(wanted, state)).toEqual([]);
        const rests = state.resting.reduce((sum, { tenths }) => sum + tenths, 0);
        expect(total.accrued).toBe(total.matured + rests);
        expect(total.cents).toBe(state.resting.reduce((sum, { cents }) => sum + cents, 0));
      }
    }),
    { numRuns: 2_000 },
  );
});
