import { expect, test } from 'vitest';
import { figuresByCurator, figuresOf } from './figures.ts';

const [picture, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
const none = { views: 0, sales: 0, gross: 0, fee: 0, net: 0, share: 0, reversed: 0 };

test('sums by month and picture, the fee of each sale by its own price', () => {
  const sold = { month: '2026-11', generation_id: picture, method: 'dollars', sales: 2, share_cents: 96 } as const;
  const { months, pictures } = figuresOf(
    {
      // The fee of 99 cents is three cents.
      sales: [
        { ...sold, cents: 99 },
        { ...sold, month: '2026-10', generation_id: other, cents: 300, method: 'card', sales: 1, share_cents: 130 },
        { ...sold, month: '2025-11', cents: 99 },
      ],
      views: [
        { month: '2026-11', generation_id: picture, views: 7 },
        { month: '2026-11', generation_id: other, views: 1 },
      ],
      reversals: [{ month: '2026-11', generation_id: other, cents: 130 }],
    },
    { month: '2026-11', months: 3 },
  );
  expect(months).toEqual([
    { month: '2026-09', ...none },
    { month: '2026-10', views: 0, sales: 1, gross: 3, fee: 0.39, net: 2.61, share: 1.3, reversed: 0 },
    { month: '2026-11', views: 8, sales: 2, gross: 1.98, fee: 0.06, net: 1.92, share: 0.96, reversed: 1.3 },
  ]);
  expect(pictures).toEqual([
    { generation_id: other, views: 1, sales: 1, gross: 3, fee: 0.39, net: 2.61, share: 1.3, reversed: 1.3 },
    { generation_id: picture, views: 7, sales: 2, gross: 1.98, fee: 0.06, net: 1.92, share: 0.96, reversed: 0 },
  ]);
});

test('returns every month and no picture without sales and views', () => {
  const { months, pictures } = figuresOf({ sales: [], views: [], reversals: [] }, { month: '2026-01', months: 2 });
  expect(months).toEqual([
    { month: '2025-12', ...none },
    { month: '2026-01', ...none },
  ]);
  expect(pictures).toEqual([]);
});

test('sums by curator in the current month and in total', () => {
  const [one, two] = ['33333333-3333-4333-8333-333333333333', '44444444-4444-4444-8444-444444444444'];
  const sold = { member_id: one, in_month: true, method: 'dollars', cents: 99, sales: 2, share_cents: 96 } as const;
  const figures = figuresByCurator({
    sold: [sold, { ...sold, in_month: false, method: 'card', cents: 300, sales: 1, share_cents: 130 }],
    reversed: [
      { member_id: one, in_month: true, cents: 130 },
      { member_id: two, in_month: false, cents: 48 },
    ],
  });
  expect(figures.get(one)).toEqual({
    month: { sales: 2, net: 1.92, share: 0.96, reversed: 1.3 },
    total: { sales: 3, net: 4.53, share: 2.26, reversed: 1.3 },
  });
  expect(figures.get(two)).toEqual({
    month: { sales: 0, net: 0, share: 0, reversed: 0 },
    total: { sales: 0, net: 0, share: 0, reversed: 0.48 },
  });
});
