import { randomUUID } from 'node:crypto';
import type { CollectionFact } from '@easel/contracts/collections/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { expect, test } from 'vitest';
import { endShares } from './end-shares.process.ts';

const [memberId, collectionId, generationId] = [randomUUID(), randomUUID(), randomUUID()];
const recordedAt = new Date('2026-11-20T10:00:00.000Z');
const recorded = <F extends CollectionFact | GenerationFact>(fact: F) =>
  recordedFact(fact, { id: 'cause', revision: 1, recordedAt });

test.each([
  [
    'a collection that is deleted',
    {
      type: 'CollectionDeleted',
      data: { memberId, collectionId, deletedAt: recordedAt.toISOString() },
    } satisfies CollectionFact,
    { kind: 'collection', collectionId },
  ],
  [
    'a picture that is gone for good',
    { type: 'Purged', data: { memberId, generationId } } satisfies GenerationFact,
    { kind: 'picture', generationId },
  ],
])('of %s all links end, at once', (_what, fact, shown) => {
  const [step] = stepsBy(endShares, recorded(fact));
  if (!step?.schedule) throw new Error('nothing was scheduled');
  expect(step.schedule).toMatchObject({ key: 'cause', dueAt: recordedAt });
  expect(endShares.command(step.schedule)).toMatchObject({
    stream: `shares-${memberId}`,
    command: { type: 'RevokeLinksTo', memberId, shown, at: recordedAt },
    context: { key: 'end cause', actor: { kind: 'system' }, correlationId: 'c', causationId: 'cause' },
  });
});

test('a picture in the trash may come back, and its links with it', () => {
  const deleted = { memberId, generationId, deletedAt: recordedAt.toISOString() };
  expect(stepsBy(endShares, recorded({ type: 'Deleted', data: deleted }))).toEqual([]);
});
