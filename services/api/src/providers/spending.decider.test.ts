import type { SpendingFact } from '@easel/contracts/providers/events';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { spending } from './spending.decider.ts';

const [ada, bob] = ['0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d01', '0d4f3f53-6a1f-4a4c-8a54-8b0f5f6e7d02'];
const reserved = (memberId: string, micros: number): SpendingFact => ({
  type: 'SpendReserved',
  data: { provider: 'cellar', day: '2026-11-20', memberId, generationId: memberId, call: memberId, micros },
});

test('adds up a day’s reservations, in total and for each member', () => {
  expect(given(spending).state()).toEqual({ micros: 0, byMember: {} });
  expect(given(spending, reserved(ada, 30_000), reserved(bob, 40_000), reserved(ada, 1)).state()).toEqual({
    micros: 70_001,
    byMember: { [ada]: 30_001, [bob]: 40_000 },
  });
});
