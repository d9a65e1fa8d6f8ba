import { randomUUID } from 'node:crypto';
import { test } from 'vitest';
import { givenFor } from '../testing/given.ts';
import { Recorder } from '../testing/recorded.ts';
import { UploadStory } from '../testing/uploads.ts';
import { uploads } from './uploads.projector.ts';

const given = givenFor(uploads);
const recorder = new Recorder();
const member = randomUUID();
const upload = (memberId = member) => new UploadStory(recorder, memberId);
const [ten, noon] = ['2026-11-30T10:00:00.000Z', '2026-11-30T12:00:00.000Z'];

test('keeps an upload until it is deleted, and keeps no masks', async () => {
  const [fox, owl, gone, mask, other] = [upload(), upload(), upload(), upload(), upload(randomUUID())];
  await given(
    fox.uploaded(ten),
    gone.uploaded(ten),
    mask.uploaded(ten, { purpose: 'mask' }),
    owl.uploaded(noon, { fileName: '' }),
    other.uploaded(noon),
    gone.deleted(),
    mask.deleted(),
  ).thenRows(
    'upload',
    {
      id: fox.uploadId,
      member_id: member,
      file_name: 'fox.webp',
      width: 640,
      height: 480,
      thumbhash: 'AAAA',
      uploaded_at: new Date(ten),
    },
    { id: owl.uploadId, member_id: member, file_name: '', uploaded_at: new Date(noon) },
    { id: other.uploadId, member_id: other.memberId },
  );
});
