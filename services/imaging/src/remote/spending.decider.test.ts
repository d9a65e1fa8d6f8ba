import type { SpendingFact } from '@easel/contracts/providers/events';
import { given } from '@easel/kernel/testing/given';
import { test } from 'vitest';
import { spending, spendingProblems, type Reserve } from './spending.decider.ts';

const ADA = '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e';
const EVE = '8c0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5f';
const generationId = '11111111-1111-4111-8111-111111111111';
const call = (n: number): string => `33333333-3333-4333-8333-33333333333${n}`;
const reserved = (n: number, micros: number, memberId = ADA): SpendingFact => ({
  type: 'SpendReserved',
  data: { provider: 'gateway', day: '2026-11-20', memberId, generationId, call: call(n), micros },
});
const reserve = (micros: number[], budget: Reserve['budget'], memberId = ADA): Reserve => ({
  type: 'Reserve',
  provider: 'gateway',
  day: '2026-11-20',
  memberId,
  generationId,
  budget,
  calls: micros.map((one, n) => ({
    call: call(n),
    micros: one,
  })),
});

test('reserves every call of a command, up to exactly the budget', () => {
  given(spending)
    .when(reserve([40, 60], { dayMicros: 100 }))
    .then(reserved(0, 40), reserved(1, 60));
  given(spending, reserved(5, 1))
    .when(reserve([40, 60], { dayMicros: 100 }))
    .thenRefuses(spendingProblems.dayBudgetSpent);
});

test('limits each member separately', () => {
  const budget = { dayMicros: 1_000, memberDayMicros: 100 };
  given(spending, reserved(5, 60))
    .when(reserve([41], budget))
    .thenRefuses(spendingProblems.memberBudgetSpent);
  given(spending, reserved(5, 60))
    .when(reserve([100], budget, EVE))
    .then(reserved(0, 100, EVE));
});

test('has no limit when no budget is set', () => {
  given(spending, reserved(5, 1_000_000_000))
    .when(reserve([1], { memberDayMicros: 5 }, EVE))
    .then(reserved(0, 1, EVE));
});
