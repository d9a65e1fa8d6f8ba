import { expect, test } from 'vitest';
import { CENTS_PER_CREDIT } from '../account/policy.ts';
import { imageSizes } from '../downloads/policy.ts';
import { curatorOfferOf, firstPriceList, offerOf, priceListFaults } from './policy.ts';

test('the first list has the ruled prices', () => {
  expect(imageSizes.map((size) => offerOf(firstPriceList, size))).toEqual([
    { size: '1K', tenths: 50, cents: 75 },
    { size: '2K', tenths: 100, cents: 150 },
    { size: '4K', tenths: 200, cents: 300 },
    { size: '8K', tenths: 400, cents: 600 },
  ]);
  expect(firstPriceList.products.map(({ name, cents }) => [name, cents / 100])).toEqual([
    ['T-shirt', 24],
    ['Poster 18x24', 19],
    ['Poster 24x36', 29],
    ['Mug', 15],
    ['Tote', 18],
    ['Phone case', 22],
  ]);
  expect(priceListFaults(firstPriceList)).toEqual([]);
});

test('an image costs the same in both, at what a credit is worth', () => {
  for (const size of imageSizes) {
    const { tenths, cents } = firstPriceList.images[size];
    expect(cents).toBe((tenths / 10) * CENTS_PER_CREDIT);
  }
});

test('a curator’s image costs what the curator says, else the default, and dollars alone', () => {
  expect(curatorOfferOf(firstPriceList, '2K')).toEqual({ size: '2K', tenths: null, cents: 99 });
  expect(curatorOfferOf(firstPriceList, '2K', { '2K': 450 })).toEqual({ size: '2K', tenths: null, cents: 450 });
});

test('a list that leaves something out, or prices it senselessly, is not put in force', () => {
  const { '8K': _left, ...images } = firstPriceList.images;
  const bare = { ...firstPriceList, images: images as typeof firstPriceList.images };
  expect(priceListFaults(bare)).toEqual(['8K has no price in credits', '8K has no price in dollars']);
  for (const cents of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    const [shirt] = firstPriceList.products;
    expect(shirt && priceListFaults({ ...firstPriceList, products: [{ ...shirt, cents }] })).toEqual([
      't-shirt has no price',
    ]);
  }
  const twice = { ...firstPriceList, products: [...firstPriceList.products, ...firstPriceList.products.slice(0, 1)] };
  expect(priceListFaults(twice)).toEqual(['t-shirt is listed twice']);
});
