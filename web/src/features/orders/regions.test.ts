import { countries } from '@easel/contracts/orders/countries';
import { expect, test } from 'vitest';
import { regionsOf } from './regions.ts';

test('offers the 38 provinces of Indonesia, each by its own code', () => {
  const codes = new Map(regionsOf('ID'));
  expect(codes.size).toBe(38);
  expect(codes.get('Sulawesi Barat')).toBe('SR');
  expect(codes.get('Sulawesi Selatan')).toBe('SN');
  expect(codes.get('Papua Pegunungan')).toBe('PE');
});

test('gives no two regions of a country the same name or code', () => {
  const doubled = countries.filter(([country]) => {
    const regions = regionsOf(country);
    const [names, codes] = [0, 1].map((part) => new Set(regions.map((region) => region[part])).size);
    return names !== regions.length || codes !== regions.length;
  });
  expect(doubled).toEqual([]);
});
