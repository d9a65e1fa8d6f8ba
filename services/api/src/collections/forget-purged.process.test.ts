import { randomUUID } from 'node:crypto';
import type { CollectionFact } from '@easel/contracts/collections/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { Recorded } from '@easel/contracts/kernel/event';
import { stepsBy } from '@easel/kernel/testing/steps';
import { expect, test } from 'vitest';
import { forgetPurged } from './forget-purged.process.ts';

const [memberId, generationId, foxes, owls] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
const recorded = <F extends CollectionFact | GenerationFact>(fact: F): Recorded<F> => ({
  ...fact,
  id: 'cause',
  stream: 'a-stream',
  revision: 1,
  position: 1n,
  recordedAt: new Date('2026-11-20T10:00:00.000Z'),
  metadata: { $correlationId: 'c', actor: { kind: 'member', id: memberId }, schemaVersion: 1 },
});
/** What becomes of a fact, in the order of its timers. */
const commandsAfter = (fact: CollectionFact | GenerationFact) =>
  stepsBy(forgetPurged, recorded(fact)).map(({ schedule }) => {
    if (!schedule) throw new Error('nothing was scheduled');
    // As it lies in the database.
    const payload = JSON.parse(JSON.stringify(schedule.payload)) as typeof schedule.payload;
    return forgetPurged.command({ ...schedule, payload });
  });

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
