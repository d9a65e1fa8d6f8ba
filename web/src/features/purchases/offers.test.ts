import { firstPriceList } from '@easel/contracts/prices/policy';
import { expect, test } from 'vitest';
import { firstChoice, offersOf, priceIn, type SizeOffer } from './offers.ts';

const sale = {
  image: { width: 2048, height: 1152 },
  original: '2K',
  tier: 'genesis',
  prices: firstPriceList,
  curatorDollars: null,
} as const;

/** What stands in the way of a size: the plan that has it by its tier. */
const wordOf = (hindrance: SizeOffer['hindrance']) =>
  typeof hindrance === 'object' && hindrance !== null ? hindrance.plan.tier : hindrance;

test('each size has its pixels, both prices, and why it cannot be had', () => {
  const rows = offersOf(sale).map(({ size, width, height, credits, dollars, hindrance }) =>
    [size, `${width}x${height}`, credits, dollars, wordOf(hindrance)].join(' '),
  );
  expect(rows).toEqual([
    '1K 1024x576 5 0.75 ',
    '2K 2048x1152 10 1.5 ',
    '4K 3840x2160 20 3 creator',
    '8K 7680x4320 40 6 too-small',
  ]);
});

test('what no plan has is too small, whatever the plan', () => {
  const hindrances = (tier: 'free' | 'enterprise') =>
    offersOf({ ...sale, tier }).map(({ hindrance }) => wordOf(hindrance));
  expect(hindrances('free')).toEqual([null, 'starter', 'creator', 'too-small']);
  expect(hindrances('enterprise')).toEqual([null, null, null, 'too-small']);
});

test('a curator’s image has the curator’s prices, in dollars alone', () => {
  const [offer] = offersOf({ ...sale, curatorDollars: { '1K': 4.99, '2K': 5, '4K': 6, '8K': 7 } });
  expect(offer).toMatchObject({ credits: null, dollars: 4.99 });
  expect(offer && priceIn('credits', offer)).toBeNull();
  expect(offer && priceIn('dollars', offer)).toBe(4.99);
});

test('the size it was made in is chosen at first, or what the plan has of it', () => {
  expect(firstChoice(offersOf(sale), '2K')).toBe('2K');
  expect(firstChoice(offersOf({ ...sale, tier: 'enterprise' }), '2K')).toBe('2K');
  expect(firstChoice(offersOf({ ...sale, tier: 'free' }), '2K')).toBe('1K');
});
