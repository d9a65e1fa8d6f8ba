import { randomUUID } from 'node:crypto';
import type { UploadFact } from '@easel/contracts/uploads/events';
import { uploadProblems } from '@easel/contracts/uploads/http';
import { UPLOADS_MAX, type UploadPurpose } from '@easel/contracts/uploads/policy';
import { given } from '@easel/kernel/testing/given';
import { expect, test } from 'vitest';
import { uploads, type UploadCommand } from './uploads.decider.ts';

const memberId = randomUUID();
const [one, another] = [randomUUID(), randomUUID()];
const at = new Date('2026-11-30T10:00:00.000Z');
const file = (letter: string) => ({ blob: letter.repeat(64), bytes: 9, width: 64, height: 64 });
const picture = (uploadId: string, purpose: UploadPurpose) => ({
  uploadId,
  memberId,
  purpose,
  sentAs: 'png' as const,
  fileName: 'fox.png',
  original: file('a'),
  preview: file('b'),
  thumbnail: file('c'),
  thumbhash: 'AAAA',
});

const keep = (uploadId: string, purpose: UploadPurpose = 'reference'): UploadCommand => ({
  type: 'KeepUpload',
  ...picture(uploadId, purpose),
  at,
});
const kept = (uploadId: string, purpose: UploadPurpose = 'reference'): UploadFact => ({
  type: 'PictureUploaded',
  data: { ...picture(uploadId, purpose), uploadedAt: at.toISOString() },
});
const remove = (uploadId: string): UploadCommand => ({ type: 'DeleteUpload', memberId, uploadId });
const forget = (uploadId: string): UploadCommand => ({ type: 'ForgetUpload', memberId, uploadId });
const deleted = (uploadId: string): UploadFact => ({ type: 'UploadDeleted', data: { uploadId, memberId } });
const many = (purpose: UploadPurpose): UploadFact[] =>
  Array.from({ length: UPLOADS_MAX }, () => kept(randomUUID(), purpose));

test('keeps a picture once, and ignores a repeat after it was deleted', () => {
  given(uploads).when(keep(one)).then(kept(one));
  given(uploads, kept(one)).when(keep(one)).thenNothing();
  given(uploads, kept(one)).when(keep(another)).then(kept(another));
  given(uploads, kept(one), deleted(one)).when(keep(one)).thenNothing();
});

test('refuses pictures above the limit until one is deleted', () => {
  const all = many('reference');
  const [first] = all;
  if (first?.type !== 'PictureUploaded') throw new Error('expected an upload first');
  given(uploads, ...all)
    .when(keep(one))
    .thenRefuses(uploadProblems.full);
  given(uploads, ...all, deleted(first.data.uploadId))
    .when(keep(one))
    .then(kept(one));
  // A repeat adds nothing, and masks are counted separately.
  given(uploads, ...all)
    .when(keep(first.data.uploadId))
    .thenNothing();
  given(uploads, ...all)
    .when(keep(one, 'mask'))
    .then(kept(one, 'mask'));
});

test('deletes the oldest mask to make room for a new one', () => {
  given(uploads, kept(another), kept(one, 'mask'), ...many('mask').slice(1))
    .when(keep('5b2f8a52-35a5-4dd1-b7a3-0c9b6a1f2d07', 'mask'))
    .then(deleted(one), kept('5b2f8a52-35a5-4dd1-b7a3-0c9b6a1f2d07', 'mask'));
});

test('deletes an upload once, and refuses an unknown one', () => {
  given(uploads, kept(one)).when(remove(one)).then(deleted(one));
  given(uploads, kept(one), deleted(one)).when(remove(one)).thenNothing();
  given(uploads, kept(one)).when(remove(another)).thenRefuses(uploadProblems.notFound);
});

test('forgets an upload, and ignores an unknown one', () => {
  given(uploads, kept(one, 'mask')).when(forget(one)).then(deleted(one));
  given(uploads, kept(one), deleted(one)).when(forget(one)).thenNothing();
  given(uploads).when(forget(one)).thenNothing();
});

test('keeps no file names in its state: snapshots are not sealed', () => {
  expect(JSON.stringify(given(uploads, kept(one)).state())).not.toContain('fox');
});

test('remembers a bounded number of deleted ids', () => {
  const gone = Array.from({ length: 1000 }, () => randomUUID()).flatMap((id) => [kept(id, 'mask'), deleted(id)]);
  const { kept: left, deleted: remembered } = given(uploads, ...gone).state();
  expect([Object.keys(left).length, remembered.length]).toEqual([0, 500]);
});
