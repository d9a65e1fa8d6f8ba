import type { GenerationFact } from '@easel/contracts/generation/events';
import { expect, test } from 'vitest';
import { Render, requestedFact } from '../testing/generation-facts.ts';
import { Cards } from './live-cards.ts';

const ids = { generationId: 'a', memberId: 'm' };

/** What is known of `a` after these facts. */
function cardAfter(facts: readonly GenerationFact[], cards = new Cards(2)): ReturnType<Cards['of']> {
  for (const fact of facts) cards.note(fact);
  return cards.of('a');
}

test('says what a complete generation came to, by the attempt that ended it', () => {
  const render = new Render(ids);
  const requested = requestedFact(ids);
  const at = new Date(0);
  const facts = [requested, render.started(at), render.stored(), render.started(at), render.stored()];
  const card = cardAfter([...facts, render.completed(4_000)]);
  expect(card).toMatchObject({ id: 'a', status: 'completed', original_prompt: 'a lake', variant_count: 1 });
  expect(card?.metadata.processing_time).toBe(4_000);
});

test('names the pictures of a generation once the last of them is drawn, and not those of a variant', () => {
  const render = new Render(ids);
  const requested = requestedFact(ids);
  const two = { ...requested, data: { ...requested.data, settings: { ...requested.data.settings, count: 2 } } };
  const cards = new Cards(2);
  cardAfter([two, render.started(new Date(0)), render.stored(0)], cards);
  expect(cards.picturesOf('a')).toBeUndefined();
  cards.note(render.stored(1));
  expect(cards.picturesOf('a')).toHaveLength(2);
  expect(cards.of('a')?.variants).toEqual([]);
  const variantOf = { generationId: 'b', variantId: 'v' };
  cardAfter([{ ...requested, data: { ...requested.data, variantOf } }, render.stored(0)], cards);
  expect(cards.picturesOf('a')).toBeUndefined();
});

test('says nothing of what was requested before it listened, was forgotten, or is a variant of another', () => {
  const render = new Render(ids);
  const end = [render.started(new Date(0)), render.stored(), render.completed()];
  expect(cardAfter(end)).toBeUndefined();
  const requested = requestedFact(ids);
  const variantOf = { generationId: 'b', variantId: 'v' };
  expect(cardAfter([{ ...requested, data: { ...requested.data, variantOf } }, ...end])).toBeUndefined();
  const cards = new Cards(2);
  cardAfter([requested], cards);
  cards.forget('a');
  expect(cardAfter(end, cards)).toBeUndefined();
});
