import { expect, test } from 'vitest';
import type { Reference } from '../images/reference.ts';
import { sampleProvider } from './testing/sample-providers.ts';
import { referencesFor, withRole } from './reference-roles.ts';

const reference = (id: string, changes: Partial<Reference> = {}): Reference => ({
  kind: 'image',
  id,
  name: id,
  thumbnail_url: '',
  width: 1,
  height: 1,
  thumbhash: '',
  ...changes,
});
const roled = sampleProvider({ references: 2, referenceRoles: ['structure', 'style'], referenceStrength: true });

test('gives each reference its own role and a strength, if the provider uses them', () => {
  const given = referencesFor(roled, [reference('a'), reference('b', { role: 'structure', strength: 20 })]);
  expect(given.map(({ role, strength }) => [role, strength])).toEqual([
    ['style', 50],
    ['structure', 20],
  ]);
});

test('leaves out roles and strengths that the provider does not use', () => {
  const [given] = referencesFor(sampleProvider(), [reference('a', { role: 'style', strength: 20 })]);
  expect(given).toEqual(reference('a'));
});

test('swaps the roles of two references when one takes the other’s', () => {
  const both = [reference('a'), reference('b')];
  expect(withRole(roled, both, 0, 'style').map(({ role }) => role)).toEqual(['style', 'structure']);
});

test('gives no role twice, and none when all are taken', () => {
  const three = [reference('a', { role: 'style' }), reference('b', { role: 'style' }), reference('c')];
  expect(referencesFor(roled, three).map(({ role }) => role)).toEqual(['style', 'structure', undefined]);
});
