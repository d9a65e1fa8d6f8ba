import { expect, test } from 'vitest';
import { relatedWords } from './related-words.ts';

test.each([
  ['A lighthouse by the ocean', ['sea']],
  ['Two wolves', ['animals', 'wolf']],
  ['A retro car', ['vintage', 'antique', 'automobile']],
  ['Three women', ['people', 'woman', 'lady']],
  ['A wolf', ['animals', 'wolves']],
  ['A leaf', ['flowers', 'plants', 'leaves']],
  ['Five mice', ['mouse']],
  ['Poppies', ['flowers', 'plants', 'poppy']],
  ['Ёлка, 长城 and cafés', []],
  ['', []],
])('finds the picture of %j by %j as well', (prompt, words) => {
  expect(relatedWords(prompt, 'auto')).toEqual(words);
});

test('finds a picture by the category of its style', () => {
  expect(relatedWords('Something else', 'architecture')).toEqual(['cities', 'buildings']);
});
