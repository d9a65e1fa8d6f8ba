import { expect, test } from 'vitest';
import { subjectsOf } from './subjects.ts';

test.each([
  ['A lighthouse on a cliff at dawn', ['lighthouse', 'cliff']],
  ['A cliff in a storm, with a lighthouse', ['lighthouse', 'cliff']],
  ['Watercolour roses and ferns on old paper', ['roses', 'ferns']],
  ['A stag in a foggy pine forest', ['stag', 'forest']],
  ['Misty mountain ridges at sunset over a still lake', ['mountain']],
  ['Neon city skyline in the rain at night', ['city', 'skyline']],
  ['Sailing boat on a stormy sea at dusk', ['boat', 'sea']],
  ['A hot air balloon over a desert', ['hot air balloon', 'desert']],
  ['A quetzalcoatl at dawn, oil painting', ['quetzalcoatl']],
  ['Abstract flow of ribbons in teal and coral', ['abstract', 'flow', 'ribbons']],
  ['长城 at night', ['长城']],
  ['at night', []],
  ['', []],
])('reads the main nouns of %j', (prompt, nouns) => {
  expect(subjectsOf(prompt)).toEqual(nouns);
});
