import { randomUUID } from 'node:crypto';
import type { CollectionFact } from '@easel/contracts/collections/events';
import { collectionProblems } from '@easel/contracts/collections/http';
import { COLLECTIONS_MAX } from '@easel/contracts/collections/policy';
import { given } from '@easel/kernel/testing/given';
import { test } from 'vitest';
import { collections, type CollectionsCommand } from './collections.decider.ts';

const memberId = randomUUID();
const [foxes, owls] = [randomUUID(), randomUUID()];
const at = new Date('2026-11-20T10:00:00Z');

const make = (collectionId: string, name = 'Foxes'): CollectionsCommand => ({
  type: 'MakeCollection',
  memberId,
  collectionId,
  name,
  at,
});
const made = (collectionId: string, name = 'Foxes'): CollectionFact => ({
  type: 'CollectionMade',
  data: { memberId, collectionId, name, madeAt: at.toISOString() },
});
const rename = (collectionId: string, name: string): CollectionsCommand => ({
  type: 'RenameCollection',
  memberId,
  collectionId,
  name,
});
const renamed = (collectionId: string, name: string): CollectionFact => ({
  type: 'CollectionRenamed',
  data: { memberId, collectionId, name },
});
const remove = (collectionId: string): CollectionsCommand => ({
  type: 'DeleteCollection',
  memberId,
  collectionId,
  at,
});
const removed = (collectionId: string): CollectionFact => ({
  type: 'CollectionDeleted',
  data: { memberId, collectionId, deletedAt: at.toISOString() },
});

test('a collection is made once, and another may have its name', () => {
  given(collections).when(make(foxes)).then(made(foxes));
  given(collections, made(foxes)).when(make(foxes)).thenNothing();
  given(collections, made(foxes)).when(make(owls)).then(made(owls));
});

test('a repeat does not bring back what was deleted meanwhile', () => {
  given(collections, made(foxes), removed(foxes)).when(make(foxes)).thenNothing();
});

test('it is renamed where that changes anything', () => {
  given(collections, made(foxes)).when(rename(foxes, 'Owls')).then(renamed(foxes, 'Owls'));
  given(collections, made(foxes), renamed(foxes, 'Owls')).when(rename(foxes, 'Owls')).thenNothing();
});

test('it is deleted once', () => {
  given(collections, made(foxes)).when(remove(foxes)).then(removed(foxes));
  given(collections, made(foxes), removed(foxes)).when(remove(foxes)).thenNothing();
});

test('what is not there, or no longer is, is neither renamed nor deleted', () => {
  given(collections, made(owls)).when(rename(foxes, 'Foxes')).thenRefuses(collectionProblems.notFound);
  given(collections, made(owls)).when(remove(foxes)).thenRefuses(collectionProblems.notFound);
  given(collections, made(foxes), removed(foxes)).when(rename(foxes, 'A')).thenRefuses(collectionProblems.notFound);
});

test('there are so many at most, and a place is free again when one is deleted', () => {
  const all = Array.from({ length: COLLECTIONS_MAX }, () => made(randomUUID()));
  given(collections, ...all.slice(1))
    .when(make(foxes))
    .then(made(foxes));
  given(collections, ...all)
    .when(make(foxes))
    .thenRefuses(collectionProblems.tooMany);
  given(collections, ...all, removed(all[0]?.data.collectionId ?? ''))
    .when(make(foxes))
    .then(made(foxes));
});
