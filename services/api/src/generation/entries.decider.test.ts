import { competitionProblems } from '@easel/contracts/competitions/policy';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationProblems } from '@easel/contracts/generation/http';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { Render, requestedFact } from '../testing/generation-facts.ts';
import { generation, type GenerationCommand } from './generation.decider.ts';

type Named<Type extends GenerationCommand['type']> = Extract<GenerationCommand, { type: Type }>;

const id = (n: number): string => `${n}`.repeat(8) + `-1111-4111-8111-${`${n}`.repeat(12)}`;
const at = new Date('2026-11-20T10:00:00.000Z');
const closesAt = new Date('2026-12-01T00:00:00.000Z');
const ids = { generationId: id(1), memberId: id(2) };
const entry = { competitionId: id(3), entryId: id(4), kind: 'poster' } as const;
const tagged = { ...ids, ...entry, variantId: id(5), closesAt: closesAt.toISOString() };

const render = new Render(ids);
const finished: GenerationFact[] = [requestedFact(ids), render.started(closesAt), render.stored(), render.completed()];
const published: GenerationFact = { type: 'MadePublic', data: { ...ids, publishedAt: at.toISOString() } };
const hidden: GenerationFact = { type: 'MadePrivate', data: ids };
const entered: GenerationFact = { type: 'EntryTagged', data: tagged };
const left = (reason: 'withdrawn' | 'picture-gone'): GenerationFact => ({
  type: 'EntryUntagged',
  data: { ...ids, ...entry, reason },
});

const tag: Named<'TagEntry'> = { type: 'TagEntry', ...tagged, at };
const untag = (wasPublic: boolean): Named<'UntagEntry'> => ({
  type: 'UntagEntry',
  ...ids,
  entryId: entry.entryId,
  wasPublic,
});

test('is marked as an entry once, and published where it was private', () => {
  given(generation, ...finished)
    .when(tag)
    .then(entered, published);
  given(generation, ...finished, published)
    .when(tag)
    .then(entered);
  given(generation, ...finished, entered, published)
    .when(tag)
    .thenNothing();
  given(generation, ...finished, entered, published)
    .when({ ...tag, entryId: id(6) })
    .thenRefuses(competitionProblems.enteredAlready);
  given(generation, ...finished.slice(0, -1))
    .when(tag)
    .thenRefuses(generationProblems.notCompleted);
  given(generation, ...finished)
    .when({ ...tag, memberId: id(7) })
    .thenRefuses(generationProblems.notFound);
  expect(given(generation, ...finished, entered, published).state()).toMatchObject({
    categories: ['poster-competition', 'public'],
    entry: { entryId: entry.entryId },
  });
});

test('is as it was before once its entry is withdrawn', () => {
  given(generation, ...finished, entered, published)
    .when(untag(false))
    .then(left('withdrawn'), hidden);
  given(generation, ...finished, published, entered)
    .when(untag(true))
    .then(left('withdrawn'));
  given(generation, ...finished, entered, published, left('withdrawn'), hidden)
    .when(untag(false))
    .thenNothing();
  given(generation, ...finished, entered, published)
    .when({ ...untag(false), entryId: id(6) })
    .thenNothing();
});

test('takes its entry along when it is deleted or made private, until the challenge closes', () => {
  const history = [...finished, entered, published];
  const makePrivate = (now: Date) => ({ type: 'MakePrivate', ...ids, at: now }) as const;
  given(generation, ...history)
    .when(makePrivate(at))
    .then(left('picture-gone'), hidden);
  given(generation, ...history)
    .when(makePrivate(closesAt))
    .then(hidden);
  for (const type of ['DeleteGeneration', 'EraseGeneration'] as const) {
    expect(
      given(generation, ...history)
        .when({ type, ...ids, at })
        .facts()[0],
    ).toEqual(left('picture-gone'));
    expect(
      given(generation, ...history)
        .when({ type, ...ids, at: closesAt })
        .facts()
        .map((fact) => fact.type),
    ).not.toContain('EntryUntagged');
  }
});

test('is not marked again, nor published, by a late repeat of an entry that has ended', () => {
  given(generation, ...finished, entered, published, left('picture-gone'), hidden)
    .when(tag)
    .thenRefuses(competitionProblems.notFound);
  expect(
    given(generation, ...finished, entered, published, left('withdrawn'), hidden)
      .when({ ...tag, entryId: id(6) })
      .facts(),
  ).toHaveLength(2);
});
