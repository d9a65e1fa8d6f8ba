import fc from 'fast-check';
import { expect, test } from 'vitest';
import { promptDifference } from './prompt-difference.ts';

const told = (before: string, after: string): string =>
  promptDifference(before, after)
    .map(({ kind, text }) => ({ same: text, added: `+${text}+`, removed: `-${text}-` })[kind])
    .join(' ');

test.each([
  ['a red fox in the snow', 'a red fox in the snow', 'a red fox in the snow'],
  ['a red fox in the snow', 'a blue fox in deep snow', 'a -red- +blue+ fox in -the- +deep+ snow'],
  ['', 'a fox', '+a fox+'],
  ['a fox', '', '-a fox-'],
  ['a  fox', 'a\nfox at dawn', 'a fox +at dawn+'],
])('of %j became %j', (before, after, difference) => expect(told(before, after)).toBe(difference));

test('whatever the two are, they can be read from it', () => {
  const prompt = fc.array(fc.constantFrom('a', 'fox', 'in', 'snow'), { maxLength: 12 }).map((words) => words.join(' '));
  fc.assert(
    fc.property(prompt, prompt, (before, after) => {
      const parts = promptDifference(before, after);
      const without = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map(({ text }) => text)
          .join(' ');
      expect([without('added'), without('removed')]).toEqual([before, after]);
    }),
  );
});
