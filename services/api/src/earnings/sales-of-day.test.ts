import type { EarningsFact } from '@easel/contracts/earnings/events';
import { expect, test } from 'vitest';
import { idOf, memberId } from '../account/testing/account-facts.ts';
import { salesOfDay } from './sales-of-day.ts';

const sale = (n: number, accruedAt: string): EarningsFact => ({
  type: 'EarningsAccrued',
  data: {
    memberId,
    key: idOf(n),
    buyerId: idOf(9),
    purchaseId: idOf(n),
    generationId: idOf(1),
    variantId: idOf(2),
    size: '2K',
    method: 'dollars',
    tier: 'studio',
    curator: false,
    tenths: 15,
    cents: 20,
    accruedAt,
  },
});
const turned = (n: number, turn: number): EarningsFact => ({
  type: turn === 1 ? 'EarningsReversed' : 'EarningsReinstated',
  data: { memberId, key: idOf(n), buyerId: idOf(9), purchaseId: idOf(n), turn, tenths: 15, cents: 20, matured: false },
});

async function* of(...events: EarningsFact[]): AsyncGenerator<EarningsFact, void, void> {
  yield* events;
}

test('sums the sales of one UTC day, without reversed ones', async () => {
  const events = [
    sale(1, '2026-11-19T23:59:59.999Z'),
    sale(2, '2026-11-20T00:00:00.000Z'),
    sale(3, '2026-11-20T12:00:00.000Z'),
    sale(4, '2026-11-20T23:59:59.999Z'),
    turned(1, 1),
    turned(3, 1),
    turned(4, 1),
    turned(4, 2),
  ];
  expect(await salesOfDay(of(...events), '2026-11-20')).toEqual({ sales: 2, tenths: 30, cents: 40 });
  expect(await salesOfDay(of(...events), '2026-11-21')).toEqual({ sales: 0, tenths: 0, cents: 0 });
});
