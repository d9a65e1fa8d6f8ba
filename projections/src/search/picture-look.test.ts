import { seenIn } from '@easel/contracts/generation/look.policy';
import { expect, test } from 'vitest';
import { lookOfHash } from './picture-look.ts';
import { flatHash } from './testing/search-facts.ts';

test('a thumbhash tells the colour of a picture', () => {
  expect(seenIn(lookOfHash(flatHash(40, 90, 200)))).toEqual({ colours: ['blue'], kind: 'blue-even' });
});

test.each(['', 'AA==', '!'])('a hash that says nothing is nothing that breaks it: %j', (hash) => {
  expect(() => lookOfHash(hash)).not.toThrow();
});
