import { expect, test } from 'vitest';
import { memberIn } from './member-in.ts';

test.each([
  ['6D7C1B1E-1111-4c3f-9a55-000000000001 ', { id: '6d7c1b1e-1111-4c3f-9a55-000000000001' }],
  ['mira-o', { name: 'mira-o' }],
  [' @Mira ', { name: 'mira' }],
  ['/u/mira', { name: 'mira' }],
  ['https://easel.example.org/u/mira/?from=mail#top', { name: 'mira' }],
])('finds a member in %s', (typed, member) => {
  expect(memberIn(typed)).toEqual(member);
});

test.each(['', 'mi', 'mira okafor', 'mira@example.org', 'https://easel.example.org/image/mira', '/u/'])(
  'finds no member in "%s"',
  (typed) => {
    expect(memberIn(typed)).toBeUndefined();
  },
);
