import { randomUUID } from 'node:crypto';
import type { UploadFact } from '@easel/contracts/uploads/events';
import { MASK_KEPT_MS, type UploadPurpose } from '@easel/contracts/uploads/policy';
import { recordedFact, stepsBy } from '@easel/kernel/testing/steps';
import { expect, test } from 'vitest';
import { expireMasks } from './expire-masks.process.ts';

const [memberId, uploadId] = [randomUUID(), randomUUID()];
const uploadedAt = new Date('2026-11-30T10:00:00.000Z');
const file = { blob: 'a'.repeat(64), bytes: 9, width: 64, height: 64 };
const steps = (fact: UploadFact) =>
  stepsBy(expireMasks, recordedFact(fact, { id: 'cause', revision: 1, recordedAt: uploadedAt }));
const uploaded = (purpose: UploadPurpose): UploadFact => ({
  type: 'PictureUploaded',
  data: {
    uploadId,
    memberId,
    purpose,
    sentAs: 'png',
    fileName: '',
    original: file,
    preview: file,
    thumbnail: file,
    thumbhash: '',
    uploadedAt: uploadedAt.toISOString(),
  },
});

test('deletes a mask when it expires', () => {
  const [step] = steps(uploaded('mask'));
  if (!step?.schedule) throw new Error('nothing was scheduled');
  const dueAt = new Date(uploadedAt.getTime() + MASK_KEPT_MS);
  expect(step.schedule).toMatchObject({ key: uploadId, dueAt });
  expect(expireMasks.command(step.schedule)).toMatchObject({
    stream: `uploads-${memberId}`,
    command: { type: 'ForgetUpload', memberId, uploadId },
    context: { key: `expire ${uploadId}`, actor: { kind: 'system' }, causationId: 'cause' },
  });
});

test('never expires a reference picture', () => {
  expect(steps(uploaded('reference'))).toEqual([]);
});

test('cancels the expiry of a mask that is deleted earlier', () => {
  expect(steps({ type: 'UploadDeleted', data: { uploadId, memberId } })).toEqual([{ cancel: uploadId }]);
});
