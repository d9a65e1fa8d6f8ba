import { uploadsHttp, type Upload } from '@easel/contracts/uploads/http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type QueryServer, startQueries, type TestCaller } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { UploadStory } from '../testing/uploads.ts';

let queries: QueryServer;
let member: TestCaller;
const recorder = new Recorder();
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());
beforeEach(async () => {
  member = await queries.member();
});

const at = (minute: number): string => `2026-11-30T10:${String(minute).padStart(2, '0')}:00.000Z`;

async function read(caller: TestCaller, query = '') {
  const { body } = await caller.get(`/api/uploads${query}`).expect(200);
  expect(uploadsHttp.list.reply.parse(body)).toEqual(body);
  return uploadsHttp.list.reply.parse(body);
}
const idsOf = (uploads: readonly Upload[]) => uploads.map(({ id }) => id);

test('lists the member’s own uploads, newest first', async () => {
  const [fox, owl] = [new UploadStory(recorder, member.id), new UploadStory(recorder, member.id)];
  const mask = new UploadStory(recorder, member.id);
  await queries.append(fox.uploaded(at(1)), mask.uploaded(at(3), { purpose: 'mask' }), owl.uploaded(at(2)));
  const { uploads, pagination } = await read(member);
  expect(idsOf(uploads)).toEqual([owl.uploadId, fox.uploadId]);
  expect(uploads[1]).toEqual({
    id: fox.uploadId,
    file_name: 'fox.webp',
    width: 640,
    height: 480,
    thumbhash: 'AAAA',
    preview_url: `/api/images/auth/uploads/${fox.uploadId}/preview`,
    thumbnail_url: `/api/images/auth/uploads/${fox.uploadId}/thumbnail`,
    uploaded_at: at(1),
  });
  expect(pagination).toEqual({ page: 1, limit: 24, pages: 1, total: 2 });
  expect(await read(await queries.member())).toMatchObject({ uploads: [], pagination: { pages: 0, total: 0 } });
  await queries.nobody.get('/api/uploads').expect(401);
});

test('returns one page at a time, without deleted uploads', async () => {
  const stories = Array.from({ length: 5 }, () => new UploadStory(recorder, member.id));
  await queries.append(...stories.map((story, minute) => story.uploaded(at(minute))));
  const newest = stories.map(({ uploadId }) => uploadId).toReversed();
  const second = await read(member, '?limit=2&page=2');
  expect(idsOf(second.uploads)).toEqual(newest.slice(2, 4));
  expect(second.pagination).toEqual({ page: 2, limit: 2, pages: 3, total: 5 });
  expect((await read(member, '?limit=2&page=4')).uploads).toEqual([]);
  await queries.append(stories[4]!.deleted());
  expect(idsOf((await read(member)).uploads)).toEqual(newest.slice(1));
  await member.get('/api/uploads?limit=0').expect(400);
});

test('marks the reply as incomplete when an event of the member is parked', async () => {
  const fox = new UploadStory(recorder, member.id);
  await queries.append(fox.uploaded(at(1)));
  // A duplicate of an upload violates the key, so the projection parks the event.
  await queries.append(fox.uploaded(at(2)));
  const { headers } = await member.get('/api/uploads').expect(200);
  expect(headers['x-incomplete']).toBe('true');
});
