import { firstPriceList, type PriceList } from '@easel/contracts/prices/policy';
import { settingsProblems } from '@easel/contracts/settings/problems';
import { Refused } from '@easel/contracts/kernel/problem';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { prices, type RevisePriceList } from './prices.decider.ts';

const reason = 'a sale';
const dearer: PriceList = { ...firstPriceList, images: { ...firstPriceList.images, '1K': { tenths: 60, cents: 90 } } };
const revise = (list: PriceList): RevisePriceList => ({ type: 'RevisePriceList', list, reason });
const revised = given(prices).when(revise(dearer)).facts();

test('the ruled figures are in force until somebody revises them', () => {
  expect(given(prices).state()).toEqual(firstPriceList);
});

test('a revision is the whole list under the next version, and says why', () => {
  expect(revised).toEqual([{ type: 'PriceListRevised', data: { ...dearer, version: 2, reason } }]);
  expect(given(prices, ...revised).state()).toEqual({ ...dearer, version: 2 });
});

test('of a list that is not in force any more is refused, and says which one is', () => {
  const late = given(prices, ...revised).when(revise(dearer));
  late.thenRefuses(settingsProblems.listMoved);
  expect(() => late.facts()).toThrow(expect.objectContaining({ extra: { version: 2 } }) as Error);
  given(prices, ...revised)
    .when(revise({ ...dearer, version: 3 }))
    .thenRefuses(settingsProblems.listMoved);
  expect(
    given(prices, ...revised)
      .when(revise({ ...firstPriceList, version: 2 }))
      .facts(),
  ).toMatchObject([{ data: { version: 3, images: { '1K': { tenths: 50 } } } }]);
});

test('at which a sale would bring more than it may is refused in words', () => {
  const images = { ...firstPriceList.images, '1K': { tenths: 40, cents: 30 } };
  expect(() =>
    given(prices)
      .when(revise({ ...firstPriceList, images }))
      .facts(),
  ).toThrow(
    expect.objectContaining({
      problem: settingsProblems.listFaulty,
      extra: {
        errors: [
          {
            path: 'prices',
            message: '1K must cost 5 credits at least: a seller earns 3, and no more than 60% of the price',
          },
          {
            path: 'prices',
            message: '1K costs too few dollars: a seller earns 3 credits and 15%, and no more than half of net',
          },
        ],
      },
    }) as Error,
  );
});

test('that is faulty is refused with every fault', () => {
  const faulty = { ...firstPriceList, products: [{ id: 'mug', name: 'Mug', cents: 0, sizes: [], colours: [] }] };
  const decide = () =>
    given(prices)
      .when(revise({ ...faulty, curatorDefaultCents: { ...faulty.curatorDefaultCents, '8K': -1 } }))
      .facts();
  expect(decide).toThrow(Refused);
  expect(decide).toThrow(
    expect.objectContaining({
      problem: settingsProblems.listFaulty,
      extra: {
        errors: [
          { path: 'prices', message: '8K has no default price for curators' },
          { path: 'prices', message: 'mug has no price' },
        ],
      },
    }) as Error,
  );
});
