import { randomUUID } from 'node:crypto';
import type { CollectedFact } from '@easel/contracts/collections/events';
import { collectionProblems } from '@easel/contracts/collections/http';
import { COLLECTED_AT_ONCE, COLLECTED_MAX } from '@easel/contracts/collections/policy';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { collected as decider, type CollectedCommand } from './collected.decider.ts';

const [memberId, collectionId] = [randomUUID(), randomUUID()];
const [fox, owl, elk] = [randomUUID(), randomUUID(), randomUUID()];
const at = new Date('2026-11-20T10:00:00Z');
const ids = { memberId, collectionId };

const collect = (generationIds: string[], purgedIds: string[] = []): CollectedCommand => ({
  type: 'CollectPictures',
  ...ids,
  generationIds,
  purgedIds,
  at,
});
const collected = (...generationIds: string[]): CollectedFact => ({
  type: 'PicturesCollected',
  data: { ...ids, generationIds, collectedAt: at.toISOString() },
});
const takeOut = (...generationIds: string[]): CollectedCommand => ({ type: 'TakePicturesOut', ...ids, generationIds });
const takenOut = (generationIds: string[], reason: 'choice' | 'purged' = 'choice'): CollectedFact => ({
  type: 'PicturesTakenOut',
  data: { ...ids, generationIds, reason },
});

test('pictures are added in their order, each once', () => {
  given(decider)
    .when(collect([owl, fox, owl]))
    .then(collected(owl, fox));
  given(decider, collected(fox))
    .when(collect([fox, owl]))
    .then(collected(owl));
  given(decider, collected(fox, owl))
    .when(collect([owl, fox]))
    .thenNothing();
});

test('what is in it is taken out, and can be added again', () => {
  given(decider, collected(fox, owl))
    .when(takeOut(fox, elk))
    .then(takenOut([fox]));
  given(decider, collected(fox), takenOut([fox]))
    .when(takeOut(fox))
    .thenNothing();
  given(decider, collected(fox), takenOut([fox]))
    .when(collect([fox]))
    .then(collected(fox));
});

/** As many as it holds, less so many. */
const full = (less = 0): CollectedFact[] => {
  const all = Array.from({ length: COLLECTED_MAX - less }, () => randomUUID());
  return Array.from({ length: Math.ceil(all.length / COLLECTED_AT_ONCE) }, (_, part) =>
    collected(...all.slice(part * COLLECTED_AT_ONCE, (part + 1) * COLLECTED_AT_ONCE)),
  );
};

test('all of them are added, or none where they are too many', () => {
  given(decider, ...full(2))
    .when(collect([fox, owl]))
    .then(collected(fox, owl));
  given(decider, ...full(1))
    .when(collect([fox, owl]))
    .thenRefuses(collectionProblems.full);
});

test('what is nowhere any more makes room, in the same append', () => {
  const facts = full();
  const [gone = ''] = facts[0]?.data.generationIds ?? [];
  given(decider, ...facts)
    .when(collect([fox], [gone, elk]))
    .then(takenOut([gone], 'purged'), collected(fox));
  given(decider, ...facts)
    .when(collect([fox], [elk]))
    .thenRefuses(collectionProblems.full);
});

test('what is folded can be kept as JSON', () => {
  const state = given(decider, collected(fox, owl), takenOut([fox])).state();
  expect(JSON.parse(JSON.stringify(state))).toEqual(state);
});
