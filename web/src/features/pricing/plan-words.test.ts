import { planCards, YEARLY_SAVING_PERCENT, type PlanCard } from '@easel/contracts/subscriptions/policy';
import { expect, test } from 'vitest';
import { billingText, featuresOf, monthCents, priceText, purposes } from './plan-words.ts';

const cardOf = (tier: string): PlanCard => {
  const card = planCards.find((one) => one.tier === tier);
  if (!card) throw new RangeError(tier);
  return card;
};

test('prices have cents where they have any', () => {
  expect(priceText(999)).toBe('$9.99');
  expect(priceText(75_000)).toBe('$750');
  expect(priceText(0)).toBe('$0');
});

test('a year is charged at once, and shown by the month', () => {
  expect(monthCents(cardOf('creator'), 'yearly')).toBe(1599);
  expect(billingText('creator', 'yearly')).toBe('$191.88 billed once a year');
  expect(billingText('creator', 'monthly')).toBe('Billed every month');
  expect(billingText('free', 'yearly')).toBe('No card needed');
});

test('a plan tells the limits that hold for it', () => {
  expect(featuresOf(cardOf('free'))).toEqual([
    'Images: about 10 a month at 1K',
    'Downloads up to 1K, PNG',
    'Downloads of others’ images: 5 a month',
    'You earn 0.5 credits a sale',
    'Background removal (not available yet): 5 or 15 credits',
  ]);
  expect(featuresOf(cardOf('studio'))).toContain(
    'Upscaling from 4K to 8K, which adds detail (not available yet): 20 credits, kept for 7 days',
  );
});

test('offers the licence with Enterprise, the share to curators, and a section of their own', () => {
  const licence = 'Merchandising licence: up to 100,000 units of each image';
  expect(planCards.filter((card) => featuresOf(card).includes(licence)).map(({ name }) => name)).toEqual([
    'Enterprise',
  ]);
  expect(featuresOf(cardOf('enterprise'))).toContain('You earn 3 credits and 15% of a price in dollars a sale');
  expect(featuresOf(cardOf('curator_partner'))).toEqual([
    'Revenue share: 50% of net after payment fees',
    'Your images are sold for dollars',
    expect.stringMatching(/^Images: about /),
    'Downloads up to 8K, PNG, JPG, WebP, or TIFF',
    expect.stringMatching(/^Downloads of others’ images: /),
    'Background removal (not available yet): 5 credits',
    'Upscaling from 4K to 8K, which adds detail (not available yet): 4 credits, kept for 14 days',
    'A section of your own, listed in the public gallery',
  ]);
});

test('every plan says for whom it is', () => {
  expect(planCards.filter(({ tier }) => purposes[tier] === undefined)).toEqual([]);
});

test('every paid plan saves by the year what is said to be saved', () => {
  const savings = planCards
    .filter(({ monthlyCents }) => monthlyCents > 0)
    .map(({ monthlyCents, yearlyCents }) => Math.round((1 - yearlyCents / monthlyCents) * 100));
  expect(new Set(savings)).toEqual(new Set([YEARLY_SAVING_PERCENT]));
});
