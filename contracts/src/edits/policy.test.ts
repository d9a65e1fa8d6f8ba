import { expect, test } from 'vitest';
import { subscribedTiers } from '../account/policy.ts';
import { cutoutTenths, upscaleTerms } from './policy.ts';

test('a background is removed for 5 credits in the house and 15 outside; curator partners pay 5 for either', () => {
  expect(cutoutTenths('free', 'in-house')).toBe(50);
  expect(cutoutTenths('enterprise', 'premium')).toBe(150);
  expect(cutoutTenths('curator_partner', 'premium')).toBe(50);
});

test('studio, agency, enterprise and curator partners upscale to 8K, and nobody else', () => {
  expect(subscribedTiers.filter(upscaleTerms)).toEqual([
    'studio',
    'studio_enterprise',
    'agency',
    'agency_unlimited',
    'enterprise',
    'curator_partner',
  ]);
  expect(upscaleTerms('studio')).toEqual({ tenths: 200, keptDays: 7 });
  expect(upscaleTerms('curator_partner')).toEqual({ tenths: 40, keptDays: 14 });
});
