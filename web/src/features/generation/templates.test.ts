import { notUnderstood } from '@easel/contracts/generation/lexicon/reading';
import { expect, test } from 'vitest';
import { initialForm, ordersOf, wordsOf } from './generator-form.ts';
import { inspirations } from './ideas.ts';
import { templates } from './templates.ts';

const starts = [...templates.map(({ changes }) => changes), ...inspirations.map((prompt) => ({ prompt }))];

test.each(starts)('$prompt is drawn without a question', (changes) => {
  for (const order of ordersOf({ ...initialForm(undefined), ...changes })) {
    expect(notUnderstood(wordsOf(order))).toBeNull();
  }
});
