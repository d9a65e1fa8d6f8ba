import { randomUUID } from 'node:crypto';
import type { GenerationFact } from '@easel/contracts/generation/events';
import { generationProblems } from '@easel/contracts/generation/http';
import { ERASED } from '@easel/contracts/kernel/event';
import { given } from '@easel/kernel/testing/given';
import { describe, expect, test } from 'vitest';
import { generation, type AttachedVariant, type GenerationCommand } from './generation.decider.ts';

const ids = {
  generationId: '11111111-1111-4111-8111-111111111111',
  memberId: '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e',
};
const at = new Date('2026-11-20T10:00:00.000Z');
const later = '2026-11-20T10:00:15.000Z';
const request: Extract<GenerationCommand, { type: 'RequestGeneration' }> = {
  type: 'RequestGeneration',
  provider: 'procedural',
  ...ids,
  prompt: 'a red fox',
  negativePrompt: '',
  settings: {
    model: 'realism',
    engine: 'automatic',
    style: 'auto',
    aspectRatio: 'square_1_1',
    resolution: '1k',
    outputFormat: 'png',
    seed: 7,
    count: 1,
    safetyTolerance: 2,
    enhancePrompt: false,
    rawMode: false,
    creativeDetailing: 33,
    filterNsfw: true,
    isTshirtDesign: false,
  },
  tenths: 50,
  tier: 'free',
  variantOf: null,
  at,
};
const requested: Extract<GenerationFact, { type: 'GenerationRequested' }> = {
  type: 'GenerationRequested',
  data: {
    ...ids,
    prompt: 'a red fox',
    negativePrompt: '',
    settings: request.settings,
    provider: 'procedural',
    tenths: 50,
    requestedAt: at.toISOString(),
    tier: 'free',
    variantOf: null,
  },
};
const parent = {
  generationId: '22222222-2222-4222-8222-222222222222',
  variantId: '33333333-3333-4333-8333-333333333333',
};
const requestedAsVariant: GenerationFact = { ...requested, data: { ...requested.data, variantOf: parent } };
const started = (attempt: number): GenerationFact => ({
  type: 'RenderingStarted',
  data: { ...ids, attempt, worker: 'w', leaseUntil: later },
});
const drained: GenerationFact = {
  type: 'RenderingHandedBack',
  data: { ...ids, attempt: 3, reason: 'drained', detail: '' },
};
const completed: GenerationFact = { type: 'GenerationCompleted', data: { ...ids, attempt: 1, processingMs: 900 } };
const failed = (reason: 'abandoned' | 'render_failed', detail: string): GenerationFact => ({
  type: 'GenerationFailed',
  data: { ...ids, reason, detail },
});
const deleted: GenerationFact = { type: 'Deleted', data: { ...ids, deletedAt: at.toISOString() } };
const abandon: GenerationCommand = { type: 'AbandonGeneration', ...ids };
const giveUp = (now: string): GenerationCommand => ({
  type: 'GiveUp',
  generationId: ids.generationId,
  at: new Date(now),
});
type Named<Type extends GenerationCommand['type']> = Extract<GenerationCommand, { type: Type }>;
const cancel: Named<'CancelGeneration'> = { type: 'CancelGeneration', ...ids };
const save: Named<'SaveGeneration'> = { type: 'SaveGeneration', ...ids };
const makePublic: Named<'MakePublic'> = { type: 'MakePublic', ...ids, at };
const makePrivate: Named<'MakePrivate'> = { type: 'MakePrivate', at: new Date(0), ...ids };
const remove: Named<'DeleteGeneration'> = { type: 'DeleteGeneration', ...ids, at };
const restore = (after: number): Named<'RestoreGeneration'> => ({
  type: 'RestoreGeneration',
  ...ids,
  at: new Date(at.getTime() + after),
});
const deleteForEver: Named<'DeleteForEver'> = { type: 'DeleteForEver', ...ids };
const replace: Named<'ReplaceGeneration'> = { type: 'ReplaceGeneration', ...ids, at };
const purge = (after: number): Named<'PurgeGeneration'> => ({
  type: 'PurgeGeneration',
  generationId: ids.generationId,
  at: new Date(at.getTime() + after),
});
const THIRTY_DAYS_MS = 30 * 86_400_000;

const cancelled: GenerationFact = { type: 'GenerationCancelled', data: ids };
const saved: GenerationFact = { type: 'Saved', data: ids };
const madePublic: GenerationFact = { type: 'MadePublic', data: { ...ids, publishedAt: at.toISOString() } };
const madePrivate: GenerationFact = { type: 'MadePrivate', data: ids };
const restored: GenerationFact = { type: 'Restored', data: ids };
const purged: GenerationFact = { type: 'Purged', data: ids };
const finished = [requested, started(1), completed];

test('a request is recorded once', () => {
  given(generation).when(request).then(requested);
  given(generation, requested).when(request).thenNothing();
  given(generation, requested, started(1), completed).when(request).thenNothing();
});

test('a hold whose request never came is closed, and the request that comes later loses', () => {
  const abandoned = failed('abandoned', 'the request was cut off before it was recorded');
  given(generation).when(abandon).then(abandoned);
  given(generation, abandoned).when(request).thenNothing();
});

test('a remix is detached once from its original, and from no other picture', () => {
  const [originalId, otherId] = [randomUUID(), randomUUID()];
  const remix: GenerationFact = { ...requested, data: { ...requested.data, remixOf: originalId } };
  const detached: GenerationFact = { type: 'RemixDetached', data: { ...ids, originalId } };
  const detach = (from: string): GenerationCommand => ({
    type: 'DetachRemix',
    generationId: ids.generationId,
    originalId: from,
  });
  const made = [remix, started(1), completed];
  given(generation, ...made)
    .when(detach(originalId))
    .then(detached);
  given(generation, ...made, detached)
    .when(detach(originalId))
    .thenNothing();
  given(generation, ...made)
    .when(detach(otherId))
    .thenRefuses(generationProblems.notFound);
  given(generation, remix).when(detach(originalId)).thenRefuses(generationProblems.notFound);
  expect(given(generation, ...made, detached).state().remixOf).toBeUndefined();
});

test('a request that came is not abandoned', () => {
  given(generation, requested).when(abandon).thenNothing();
});

test('a render is given up after three attempts, when the last worker’s lease is over', () => {
  const tried = [requested, started(1), started(2), started(3)];
  given(generation, ...tried)
    .when(giveUp(later))
    .then(failed('render_failed', 'no image after 3 attempts'));
  given(generation, ...tried)
    .when(giveUp('2026-11-20T10:00:14.000Z'))
    .thenNothing();
  given(generation, ...tried, completed)
    .when(giveUp(later))
    .thenNothing();
});

test('an attempt handed back at a shutdown does not count', () => {
  given(generation, requested, started(1), started(2), started(3), drained).when(giveUp(later)).thenNothing();
});

test('a member cancels what has not ended, once', () => {
  given(generation, requested).when(cancel).then(cancelled);
  given(generation, requested, started(1)).when(cancel).then(cancelled);
  given(generation, requestedAsVariant).when(cancel).then(cancelled);
  given(generation, requested, cancelled).when(cancel).thenNothing();
  for (const end of [completed, failed('render_failed', '')]) {
    given(generation, requested, end).when(cancel).thenRefuses(generationProblems.ended);
  }
});

test('what failed or was cancelled makes room for its next try, once', () => {
  for (const end of [failed('render_failed', ''), cancelled]) {
    given(generation, requested, end).when(replace).then(deleted);
    given(generation, requestedAsVariant, end).when(replace).then(deleted);
    given(generation, requested, end, deleted).when(replace).thenNothing();
  }
  given(generation, requested).when(replace).thenRefuses(generationProblems.notRetryable);
  given(generation, ...finished)
    .when(replace)
    .thenRefuses(generationProblems.notRetryable);
});

describe('a variant that was rendered elsewhere', () => {
  const image = { blob: 'a'.repeat(64), bytes: 9, width: 1024, height: 1024 };
  const variant: AttachedVariant = {
    source: '44444444-4444-4444-8444-444444444444',
    variantId: parent.variantId,
    format: 'png',
    original: image,
    preview: image,
    thumbnail: image,
    thumbhash: 'AAAA',
    seed: 8,
    provider: 'procedural',
  };
  const attach: GenerationCommand = { type: 'AttachVariant', generationId: ids.generationId, variant };
  const attached: GenerationFact = { type: 'VariantAttached', data: { ...ids, ...variant } };

  test('is attached once, whether or not its generation was deleted', () => {
    given(generation, ...finished)
      .when(attach)
      .then(attached);
    given(generation, ...finished, deleted)
      .when(attach)
      .then(attached);
    given(generation, ...finished, attached)
      .when(attach)
      .thenNothing();
    given(generation, ...finished, attached, deleted, restored)
      .when(attach)
      .thenNothing();
  });

  test('finds nothing to be attached to once that is purged', () => {
    given(generation, ...finished, deleted, purged)
      .when(attach)
      .thenNothing();
    given(generation).when(attach).thenNothing();
  });

  test('of another source comes beside it', () => {
    const other = { ...variant, source: '55555555-5555-4555-8555-555555555555' };
    given(generation, ...finished, attached)
      .when({ type: 'AttachVariant', generationId: ids.generationId, variant: other })
      .then({ type: 'VariantAttached', data: { ...ids, ...other } });
  });
});

test('what is finished is saved once', () => {
  given(generation, ...finished)
    .when(save)
    .then(saved);
  given(generation, ...finished, saved)
    .when(save)
    .thenNothing();
});

test('what is finished is made public and private again, each as often as it changes', () => {
  given(generation, ...finished)
    .when(makePublic)
    .then(madePublic);
  given(generation, ...finished, madePublic)
    .when(makePublic)
    .thenNothing();
  given(generation, ...finished, madePublic)
    .when(makePrivate)
    .then(madePrivate);
  given(generation, ...finished)
    .when(makePrivate)
    .thenNothing();
  given(generation, ...finished, madePublic, madePrivate)
    .when(makePublic)
    .then(madePublic);
});

test('what has no finished image is neither saved nor made public', () => {
  for (const history of [[requested], [requested, cancelled], [requested, failed('render_failed', '')]]) {
    for (const command of [save, makePublic, makePrivate]) {
      given(generation, ...history)
        .when(command)
        .thenRefuses(generationProblems.notCompleted);
    }
  }
});

test('what has ended is deleted once', () => {
  given(generation, ...finished)
    .when(remove)
    .then(deleted);
  given(generation, requested, cancelled).when(remove).then(deleted);
  given(generation, requested).when(remove).thenRefuses(generationProblems.unfinished);
  given(generation, ...finished, deleted)
    .when(remove)
    .thenRefuses(generationProblems.notFound);
});

test('what was deleted comes back within thirty days, and is purged after them', () => {
  const inTrash = [...finished, deleted];
  given(generation, ...inTrash)
    .when(restore(THIRTY_DAYS_MS - 1))
    .then(restored);
  given(generation, ...inTrash)
    .when(purge(THIRTY_DAYS_MS - 1))
    .thenNothing();
  given(generation, ...inTrash)
    .when(restore(THIRTY_DAYS_MS))
    .thenRefuses(generationProblems.notFound);
  given(generation, ...inTrash)
    .when(purge(THIRTY_DAYS_MS))
    .then(purged);
  given(generation, ...inTrash, purged)
    .when(purge(THIRTY_DAYS_MS))
    .thenNothing();
  given(generation, ...inTrash, purged)
    .when(restore(THIRTY_DAYS_MS))
    .thenRefuses(generationProblems.notFound);
  given(generation, ...inTrash, restored)
    .when(purge(THIRTY_DAYS_MS))
    .thenNothing();
  given(generation, ...inTrash, restored)
    .when(restore(0))
    .thenNothing();
});

test('what is in the trash can be deleted for ever at once, and then neither comes back nor is purged again', () => {
  const inTrash = [...finished, deleted];
  given(generation, ...inTrash)
    .when(deleteForEver)
    .then(purged);
  for (const command of [deleteForEver, restore(0)]) {
    given(generation, ...inTrash, purged)
      .when(command)
      .thenRefuses(generationProblems.notFound);
  }
  given(generation, ...inTrash, purged)
    .when(purge(THIRTY_DAYS_MS))
    .thenNothing();
  for (const history of [finished, [...inTrash, restored]]) {
    given(generation, ...history)
      .when(deleteForEver)
      .thenRefuses(generationProblems.notFound);
  }
});

test('what has no image is not in the trash, and so does not come back', () => {
  for (const command of [restore(0), deleteForEver]) {
    given(generation, requested, cancelled, deleted).when(command).thenRefuses(generationProblems.notFound);
  }
});

describe('nothing is there', () => {
  const commands = [cancel, save, makePublic, makePrivate, remove, restore(0), deleteForEver];

  test('for another member', () => {
    for (const command of [...commands, replace]) {
      given(generation, ...finished, deleted, restored)
        .when({ ...command, memberId: '99999999-9999-4999-8999-999999999999' })
        .thenRefuses(generationProblems.notFound);
    }
  });

  test('where nothing was requested', () => {
    for (const history of [[], [failed('abandoned', '')]]) {
      for (const command of [...commands, replace]) {
        given(generation, ...history)
          .when(command)
          .thenRefuses(generationProblems.notFound);
      }
    }
  });

  test('of a variant that stands in another generation', () => {
    for (const command of [save, makePublic, makePrivate, remove, restore(0), deleteForEver]) {
      given(generation, requestedAsVariant, started(1), completed)
        .when(command)
        .thenRefuses(generationProblems.notFound);
    }
  });

  test('of what was deleted', () => {
    for (const command of [cancel, save, makePublic, makePrivate, remove]) {
      given(generation, ...finished, deleted)
        .when(command)
        .thenRefuses(generationProblems.notFound);
    }
  });
});

describe('a visitor’s picture', () => {
  const visitorId = '44444444-4444-4444-8444-444444444444';
  const visitors = { generationId: ids.generationId, memberId: visitorId };
  const asked: typeof requested = {
    ...requested,
    data: { ...requested.data, memberId: visitorId, tenths: 0, trial: true },
  };
  const made: GenerationFact[] = [
    asked,
    { type: 'RenderingStarted', data: { ...visitors, attempt: 1, worker: 'w', leaseUntil: later } },
    { type: 'GenerationCompleted', data: { ...visitors, attempt: 1, processingMs: 9, trial: true } },
  ];
  const adopt: Named<'AdoptGeneration'> = { type: 'AdoptGeneration', ...ids, visitorId };
  const adopted: GenerationFact = {
    type: 'GenerationAdopted',
    data: { ...ids, visitorId, prompt: 'a red fox' },
  };
  const gone: GenerationFact = { type: 'Purged', data: visitors };
  const SEVEN_DAYS_MS = 7 * 86_400_000;

  test('is asked for as one, and says so when it ends', () => {
    given(generation)
      .when({ ...request, memberId: visitorId, tenths: 0, trial: true })
      .then(asked);
    given(generation)
      .when({ type: 'AbandonGeneration', ...visitors, trial: true })
      .then({
        type: 'GenerationFailed',
        data: {
          ...visitors,
          reason: 'abandoned',
          detail: 'the request was cut off before it was recorded',
          trial: true,
        },
      });
    given(generation, asked, adopted)
      .when(cancel)
      .then({ type: 'GenerationCancelled', data: { ...ids, trial: true } });
  });

  test.each([
    ['made', made],
    ['under way', made.slice(0, 2)],
    ['waiting', [asked]],
  ])('is adopted once, %s', (_, facts) => {
    given(generation, ...facts)
      .when(adopt)
      .then(adopted);
    given(generation, ...facts, adopted)
      .when(adopt)
      .thenNothing();
    given(generation, ...facts, adopted)
      .when({ ...adopt, memberId: parent.generationId })
      .thenNothing();
  });

  test.each<[string, GenerationFact[]]>([
    ['another visitor’s', [{ ...asked, data: { ...asked.data, memberId: parent.generationId } }]],
    ['a member’s', finished],
    ['failed', [asked, { type: 'GenerationFailed', data: { ...visitors, reason: 'render_failed', detail: '' } }]],
    ['gone', [...made, gone]],
    ['of a visitor who was forgotten', [{ ...asked, data: { ...asked.data, prompt: ERASED } }]],
    ['never asked for', []],
  ])('is not adopted where it is %s', (_, facts) => {
    given(generation, ...facts)
      .when(adopt)
      .thenNothing();
  });

  test('is the member’s own from then on, with the words in which it was asked for', () => {
    // As it is read once the visitor's key is destroyed.
    const unread: GenerationFact = { ...asked, data: { ...asked.data, prompt: ERASED, negativePrompt: ERASED } };
    expect(given(generation, unread, ...made.slice(1), adopted).state()).toMatchObject({
      memberId: ids.memberId,
      prompt: 'a red fox',
      negativePrompt: '',
      status: 'completed',
      trial: { visitorId, adopted: true },
    });
    given(generation, ...made, adopted)
      .when(remove)
      .then(deleted);
    given(generation, ...made)
      .when(remove)
      .thenRefuses(generationProblems.notFound);
  });

  test('is never published', () => {
    given(generation, ...made, adopted)
      .when(makePublic)
      .thenRefuses(generationProblems.trialStaysPrivate);
    given(generation, ...made)
      .when({ ...makePublic, memberId: visitorId })
      .thenRefuses(generationProblems.trialStaysPrivate);
  });

  test('is gone seven days after it was asked for, unless it is adopted', () => {
    const one = given(generation, ...made);
    one.when(purge(SEVEN_DAYS_MS - 1)).thenNothing();
    one.when(purge(SEVEN_DAYS_MS)).then(gone);
    given(generation, ...made, gone)
      .when(purge(SEVEN_DAYS_MS))
      .thenNothing();
    given(generation, ...made, adopted)
      .when(purge(SEVEN_DAYS_MS))
      .thenNothing();
    given(generation, ...made, adopted, deleted)
      .when(purge(THIRTY_DAYS_MS))
      .then(purged);
  });

  test('that is still being made is looked at again before it goes', () => {
    const late = purge(SEVEN_DAYS_MS);
    const open = given(generation, asked);
    open.when(late).thenNothing();
    expect(generation.again?.(late, open.state())).toEqual(new Date(at.getTime() + SEVEN_DAYS_MS + 3_600_000));
    const early = purge(0);
    expect(generation.again?.(early, open.state())).toEqual(new Date(at.getTime() + SEVEN_DAYS_MS));
    expect(generation.again?.(late, given(generation, ...made, gone).state())).toBeUndefined();
    expect(generation.again?.(late, given(generation, ...made, adopted).state())).toBeUndefined();
  });
});

describe('an end while a provider may still be at work', () => {
  const called: GenerationFact = {
    type: 'ProviderCalled',
    data: { ...ids, attempt: 1, call: parent.variantId, provider: 'gateway', index: 0, images: 1, costMicros: 40_000 },
  };
  const cost = { micros: 40_000, certainty: 'perhaps' };

  test.each<[string, GenerationCommand, readonly GenerationFact[]]>([
    ['a cancellation', cancel, [started(1), called]],
    ['an erasure', { type: 'EraseGeneration', ...ids, at }, [started(1), called]],
    ['that it was tried too often', giveUp(later), [started(1), called, started(2), started(3)]],
  ])('by %s records what it may have cost', (_, command, history) => {
    const [end] = given(generation, requested, ...history)
      .when(command)
      .facts();
    expect(end?.data).toMatchObject({ cost });
  });
});

describe('an erasure of its member', () => {
  const erase: GenerationCommand = { type: 'EraseGeneration', ...ids, at };
  const purged: GenerationFact = { type: 'Purged', data: ids };
  const deleted: GenerationFact = { type: 'Deleted', data: { ...ids, deletedAt: at.toISOString() } };

  test('ends what is under way, deletes what is not deleted, and purges all', () => {
    const decided = (...facts: GenerationFact[]) =>
      generation.decide(erase, facts.reduce(generation.evolve, generation.initial()));
    expect(decided(requested, started(1))).toEqual([cancelled, deleted, purged]);
    expect(decided(requested, cancelled)).toEqual([deleted, purged]);
    expect(decided(requested, cancelled, deleted)).toEqual([purged]);
  });

  test('is done once, and leaves what is another’s or was never asked for', () => {
    given(generation, requested, cancelled, deleted, purged).when(erase).thenNothing();
    given(generation, requested)
      .when({ ...erase, memberId: parent.generationId })
      .thenNothing();
    given(generation).when(erase).thenNothing();
  });

  test('leaves no word in what is known of it', () => {
    expect(given(generation, requested, cancelled, deleted, purged).state()).toMatchObject({
      prompt: '',
      purged: true,
    });
    const words = 'A red fox at dusk';
    const file = { blob: 'ab'.repeat(32), bytes: 9, width: 4, height: 4 };
    const files = { format: 'png', original: file, preview: file, thumbnail: file, thumbhash: 'AAAA' } as const;
    const image = { ...files, variantId: randomUUID(), seed: 8, provider: 'flux', revisedPrompt: words };
    const drew: GenerationFact = {
      type: 'VariantCreated',
      data: { ...ids, ...image, index: 0, attempt: 1 },
    };
    const other: GenerationFact = { type: 'VariantAttached', data: { ...ids, ...image, source: randomUUID() } };
    const facts = [requested, started(1), drew, completed, other];
    expect(JSON.stringify(given(generation, ...facts).state())).toContain(words);
    expect(JSON.stringify(given(generation, ...facts, deleted, purged).state())).not.toContain(words);
  });
});
