import type { AccountFact } from '@easel/contracts/account/events';
import type { GenerationFact } from '@easel/contracts/generation/events';
import type { Fact, Recorded } from '@easel/contracts/kernel/event';
import { expect, test } from 'vitest';
import { settleHolds } from '../account/settle-holds.process.ts';
import { abandonHolds } from './abandon.process.ts';
import { dispatchRenders } from './dispatch.process.ts';

const ids = {
  generationId: '11111111-1111-4111-8111-111111111111',
  memberId: '7b0f3a4e-58b7-4f0a-9c53-0f1b2a3c4d5e',
};
const { generationId: key, memberId } = ids;
const recordedAt = new Date('2026-11-20T10:00:00.000Z');
const after = (ms: number): Date => new Date(recordedAt.getTime() + ms);

const recorded = <F extends Fact>(fact: F): Recorded<F> => ({
  ...fact,
  id: 'fact',
  stream: `generation-${key}`,
  revision: 0,
  position: 1n,
  recordedAt,
  metadata: { $correlationId: 'c', actor: { kind: 'system', id: 's' }, schemaVersion: 1 },
});
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
  const [step] = settleHolds.on(generation(fact));
  expect(step?.schedule).toMatchObject({ key, dueAt: recordedAt, payload: { memberId, outcome } });
  const command = settleHolds.command({
    key,
    dueAt: recordedAt,
    payload: { memberId, outcome, cause: 'fact', correlationId: 'c' },
  });
  expect(command).toMatchObject({
    generationId: key,
    outcome,
    context: { key: `settle ${key}`, causationId: 'fact', correlationId: 'c' },
  });
});

test('a render’s progress settles nothing', () => {
  expect(settleHolds.on(generation(started))).toEqual([]);
});

test('a hold is abandoned after a while, unless its generation comes or the hold ends', () => {
  expect(abandonHolds.on(account(held))[0]?.schedule).toMatchObject({
    key,
    dueAt: after(30_000),
    payload: { memberId },
  });
  const released: AccountFact = {
    type: 'CreditsReleased',
    data: { ...ids, tenths: 50, allowanceTenths: 50, permanentTenths: 0, reason: 'abandoned' },
  };
  expect(abandonHolds.on(account(released))).toEqual([{ cancel: key }]);
  expect(
    abandonHolds.command({ key, dueAt: recordedAt, payload: { memberId, cause: 'fact', correlationId: 'c' } }),
  ).toMatchObject({
    memberId,
    generationId: key,
    context: { key: `abandon ${key}` },
  });
});

test('a render is hinted at when a lease ends, soon after an error, at once after a shutdown, and never after the end', () => {
  const due = (fact: GenerationFact): Date | undefined => dispatchRenders.on(generation(fact))[0]?.schedule?.dueAt;
  const handedBack = (reason: 'drained' | 'error'): GenerationFact => ({
    type: 'RenderingHandedBack',
    data: { ...ids, attempt: 1, reason, detail: '' },
  });
  expect(due(started)).toEqual(after(15_500));
  expect(due(handedBack('error'))).toEqual(after(1_000));
  expect(due(handedBack('drained'))).toEqual(recordedAt);
  for (const end of [completed, failed('render_failed'), cancelled]) {
    expect(dispatchRenders.on(generation(end))).toEqual([{ cancel: key }]);
  }
});
