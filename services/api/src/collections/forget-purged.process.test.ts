import { randomUUID } from 'node:crypto';
import type { CollectionFact } from '@easel/contracts/collections/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { due, recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { expect, test } from 'vitest';
import { forgetPurged } from './forget-purged.process.ts';

const [memberId, generationId, foxes, owls] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const recorded = <F extends CollectionFact | GenerationFact>(fact: F) =>
  recordedFact(fact, { id: 'cause', revision: 1 });
/** Returns the commands of a fact, in the order of its timers. */
const commandsAfter = (fact: CollectionFact | GenerationFact) =>
  stepsBy(forgetPurged, recorded(fact)).map((step) => forgetPurged.command(due([step])));

test('what is gone for good is told to its owner’s collections', () => {
  expect(commandsAfter({ type: 'Purged', data: { memberId, generationId } })).toMatchObject([
    {
      stream: `collections-${memberId}`,
      command: { type: 'LosePicture', memberId, generationId },
      context: { key: 'forget cause ', correlationId: 'c', causationId: 'cause' },
    },
  ]);
});

test('each of which takes it out, under a key of its own', () => {
  const lost = { memberId, generationId, collectionIds: [foxes, owls] };
  expect(commandsAfter({ type: 'PictureLost', data: lost })).toMatchObject(
    [foxes, owls].map((collectionId) => ({
      stream: `collected-${collectionId}`,
      command: { type: 'TakePicturesOut', memberId, collectionId, generationIds: [generationId], reason: 'purged' },
      context: { key: `forget cause ${collectionId}` },
    })),
  );
});
