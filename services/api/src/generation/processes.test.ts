import type { AccountFact } from '@easel/contracts/account/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import type { TrialFact } from '@easel/contracts/trials/events';
import { describe, expect, test } from 'vitest';
import { requestedFact } from '../testing/generation-facts.ts';
import { settleHolds } from '../account/settle-holds.process.ts';
import { abandonHolds } from './abandon.process.ts';
import { attachVariants } from './deliver-variant.process.ts';
import { purgeTrash } from './purge-trash.process.ts';

const ids = {
  generationId: '11111111-1111-4111-8111-111111111111',
  memberId: '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e',
};
const { generationId: key, memberId } = ids;
const recordedAt = new Date('2026-11-20T10:00:00.000Z');
const after = (ms: number): Date => new Date(recordedAt.getTime() + ms);

const recorded = <F extends Fact>(fact: F) => recordedFact(fact, { stream: `generation-${key}`, recordedAt });
const generation = (fact: GenerationFact): Recorded<GenerationFact> => recorded(fact);
const account = (fact: AccountFact): Recorded<AccountFact> => recorded(fact);

const started: GenerationFact = {
  type: 'RenderingStarted',
  data: { ...ids, attempt: 1, worker: 'w', leaseUntil: after(15_000).toISOString() },
};
const completed: GenerationFact = { type: 'GenerationCompleted', data: { ...ids, attempt: 1, processingMs: 9 } };
const failed = (reason: 'abandoned' | 'render_failed'): GenerationFact => ({
  type: 'GenerationFailed',
  data: { ...ids, reason, detail: '' },
});
const cancelled: GenerationFact = { type: 'GenerationCancelled', data: ids };
const held: AccountFact = {
  type: 'CreditsHeld',
  data: {
    ...ids,
    fingerprint: 'f',
    tenths: 50,
    allowanceTenths: 50,
    permanentTenths: 0,
    images: 1,
    month: '2026-11',
  },
};

test.each([
  [completed, 'completed'],
  [failed('render_failed'), 'failed'],
  [failed('abandoned'), 'abandoned'],
  [cancelled, 'cancelled'],
] as const)('a hold is settled at once by the end of its generation: %o', (fact, outcome) => {
  const [step] = stepsBy(settleHolds, generation(fact));
  expect(step?.schedule).toMatchObject({ key, dueAt: recordedAt, payload: { memberId, outcome } });
  const command = settleHolds.command({
    key,
    dueAt: recordedAt,
    payload: { memberId, outcome, cause: 'fact', correlationId: 'c' },
  });
  expect(command).toMatchObject({
    stream: `account-${memberId}`,
    command:
      outcome === 'completed'
        ? { type: 'CaptureCredits', memberId, generationId: key }
        : { type: 'ReleaseCredits', memberId, generationId: key, reason: outcome },
    context: { key: `settle ${key}`, causationId: 'fact', correlationId: 'c' },
  });
});

test('a render’s progress settles nothing', () => {
  expect(stepsBy(settleHolds, generation(started))).toEqual([]);
});

test('a hold is abandoned after a while, unless its generation comes or the hold ends', () => {
  expect(stepsBy(abandonHolds, account(held))[0]?.schedule).toMatchObject({
    key,
    dueAt: after(30_000),
    payload: { memberId },
  });
  const released: AccountFact = {
    type: 'CreditsReleased',
    data: { ...ids, tenths: 50, allowanceTenths: 50, permanentTenths: 0, reason: 'abandoned' },
  };
  expect(stepsBy(abandonHolds, account(released))).toEqual([{ cancel: key }]);
  expect(
    abandonHolds.command({ key, dueAt: recordedAt, payload: { memberId, cause: 'fact', correlationId: 'c' } }),
  ).toMatchObject({
    stream: `generation-${key}`,
    command: { type: 'AbandonGeneration', memberId, generationId: key },
    context: { key: `abandon ${key}` },
  });
});

test('whatever is complete is looked at once: it may belong to another', () => {
  expect(stepsBy(attachVariants, generation(completed))).toEqual([
    { schedule: { key, dueAt: recordedAt, payload: { cause: 'fact', correlationId: 'c' } } },
  ]);
  expect(stepsBy(attachVariants, generation(cancelled))).toEqual([]);
  expect(
    attachVariants.command({ key, dueAt: recordedAt, payload: { cause: 'fact', correlationId: 'c' } }),
  ).toMatchObject({ source: key, context: { key: `attach ${key}`, causationId: 'fact', correlationId: 'c' } });
});

test('what is deleted is purged thirty days later, unless it is restored; each deletion on its own', () => {
  const deleted: GenerationFact = { type: 'Deleted', data: { ...ids, deletedAt: after(-5).toISOString() } };
  const payload = { cause: 'fact', correlationId: 'c' };
  expect(stepsBy(purgeTrash, generation(deleted))).toEqual([
    { schedule: { key, dueAt: after(30 * 86_400_000 - 5), payload } },
  ]);
  for (const type of ['Restored', 'Purged'] as const) {
    expect(stepsBy(purgeTrash, generation({ type, data: ids }))).toEqual([{ cancel: key }]);
  }
  expect(stepsBy(purgeTrash, generation(completed))).toEqual([]);
  expect(purgeTrash.command({ key, dueAt: recordedAt, payload })).toMatchObject({
    stream: `generation-${key}`,
    command: { type: 'PurgeGeneration', generationId: key },
    context: { key: `purge ${key} fact`, causationId: 'fact' },
  });
});

describe('a visitor’s picture', () => {
  const visitors = { generationId: key, memberId };
  const { data } = requestedFact({ ...visitors, trial: true });

  test('settles no hold', () => {
    const ends: GenerationFact[] = [
      { type: 'GenerationCompleted', data: { ...visitors, attempt: 1, processingMs: 9, trial: true } },
      { type: 'GenerationFailed', data: { ...visitors, reason: 'render_failed', detail: '', trial: true } },
      { type: 'GenerationCancelled', data: { ...visitors, trial: true } },
    ];
    for (const end of ends) expect(stepsBy(settleHolds, generation(end))).toEqual([]);
  });

  test('whose request never came is abandoned after a while', () => {
    const claimed: TrialFact = {
      type: 'TrialClaimed',
      data: {
        day: '2026-11-20',
        visitorId: memberId,
        generationId: key,
        network: '0123456789abcdef',
        claimedAt: recordedAt.toISOString(),
      },
    };
    const [step] = stepsBy(abandonHolds, recorded(claimed));
    expect(step?.schedule).toEqual({
      key,
      dueAt: after(30_000),
      payload: { memberId, trial: true, cause: 'fact', correlationId: 'c' },
    });
    if (!step?.schedule) throw new Error('nothing was scheduled');
    expect(abandonHolds.command(step.schedule)).toMatchObject({
      stream: `generation-${key}`,
      command: { type: 'AbandonGeneration', memberId, generationId: key, trial: true },
    });
    expect(stepsBy(abandonHolds, generation({ type: 'GenerationRequested', data }))).toEqual([{ cancel: key }]);
  });

  test('is purged seven days after it was asked for, unless it is adopted', () => {
    expect(stepsBy(purgeTrash, generation({ type: 'GenerationRequested', data }))).toEqual([
      {
        schedule: {
          key,
          dueAt: new Date(Date.parse(data.requestedAt) + 7 * 86_400_000),
          payload: { cause: 'fact', correlationId: 'c' },
        },
      },
    ]);
    const adopted: GenerationFact = {
      type: 'GenerationAdopted',
      data: { ...ids, visitorId: memberId, prompt: 'a lake' },
    };
    expect(stepsBy(purgeTrash, generation(adopted))).toEqual([{ cancel: key }]);
    expect(stepsBy(purgeTrash, generation(requestedFact(ids)))).toEqual([]);
  });
});
