import { randomUUID } from 'node:crypto';
import type { Upload } from '@easel/contracts/uploads/http';
import type { IntakeResult } from '@easel/contracts/uploads/intake';
import { UPLOAD_MAX_BYTES, UPLOADS_MAX } from '@easel/contracts/uploads/policy';
import { uploadStream } from '@easel/contracts/uploads/stream';
import type { UploadFact } from '@easel/contracts/uploads/events';
import { newFacts } from '@easel/kernel/deciding/decider-runner';
import { IMAGE_COOKIE } from '@easel/kernel/http/auth.guard';
import { BlobMissing } from '@easel/kernel/files/blob-store';
import { Sealer } from '@easel/kernel/identity/sealing';
import { startDerivedMaker } from '@easel/kernel/testing/derived-maker';
import type { TestServer } from '@easel/kernel/testing/server';
import supertest, { type Response, type Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registerMember, startApi, type TestMember } from '../testing/api-server.ts';
import { PNG_HEAD, startIntake, type Intake } from '../testing/intake.ts';
import { UploadsLookup } from './uploads.lookup.ts';

let server: TestServer;
let intake: Intake;
let member: TestMember;
let refusal: IntakeResult | undefined;
/** Happens while a file is processed. */
let meanwhile: (() => Promise<undefined>) | undefined;
beforeAll(async () => {
  server = await startApi({ rateLimitScale: 100 });
  intake = await startIntake(server, () => refusal ?? meanwhile?.());
  member = await registerMember(server);
});
afterAll(async () => {
  await intake.stop();
  await server.close();
});

const PATH = '/api/uploads';
/** The path below which browsers send the image cookie. */
const IMAGES = '/api/images/auth/uploads';
const pngOf = (text: string): Buffer => Buffer.concat([PNG_HEAD, Buffer.from(text)]);

interface Sending {
  by?: TestMember | undefined;
  key?: string;
  query?: object;
  type?: string;
}

const send = (bytes: Buffer, { by = member, key, query = {}, type = 'image/png' }: Sending = {}): Test => {
  const request = supertest(server.http)
    .post(PATH)
    .query(query)
    .set(...by.bearer)
    .set('content-type', type);
  if (key !== undefined) void request.set('idempotency-key', key);
  return request.serialize((body: unknown) => body as string).send(bytes);
};
const uploadIn = ({ body }: Response): Upload => (body as { upload: Upload }).upload;
const get = (address: string, by: TestMember = member): Test =>
  supertest(server.http)
    .get(address)
    .set(...by.bearer)
    .responseType('blob');
const remove = (id: string, by: TestMember = member): Test =>
  supertest(server.http)
    .delete(`${PATH}/${id}`)
    .set(...by.bearer);

const factsOf = ({ id }: TestMember): Promise<{ type: string }[]> =>
  Array.fromAsync(server.foundation.log.read<UploadFact>(uploadStream.nameOf(id)));
const lookup = () => server.app.get(UploadsLookup, { strict: false });

describe('POST /api/uploads', () => {
  test('stores the processed file, and returns the upload', async () => {
    const upload = uploadIn(await send(pngOf('fox'), { query: { name: 'fox.png' } }).expect(200));
    expect(upload).toMatchObject({
      file_name: 'fox.png',
      width: 640,
      height: 480,
      thumbhash: 'AAAA',
      preview_url: `${IMAGES}/${upload.id}/preview`,
      thumbnail_url: `${IMAGES}/${upload.id}/thumbnail`,
    });
    const found = await lookup().ofMember(member.id, upload.id);
    expect(found).toMatchObject({ purpose: 'reference', file: { width: 640, height: 480 } });
    expect(await lookup().ofMember(randomUUID(), upload.id)).toBeUndefined();
  });

  test.each(['image/png', 'text/html', 'application/json', 'multipart/form-data; boundary=x', 'a/b'])(
    'ignores the content type %s, and sniffs the format',
    async (type) => {
      await send(pngOf(type), { type }).expect(200);
    },
  );

  test('returns the same upload for a repeated key, and refuses another file under it', async () => {
    const by = await registerMember(server);
    const key = randomUUID();
    const first = uploadIn(await send(pngOf('owl'), { by, key }).expect(200));
    const made = intake.requests.length;
    expect(uploadIn(await send(pngOf('owl'), { by, key }).expect(200))).toEqual(first);
    expect(intake.requests.length).toBe(made);
    const { body } = await send(pngOf('another owl'), { by, key }).expect(422);
    expect(body.code).toBe('request.key_reused');
    expect((await factsOf(by)).length).toBe(1);
  });

  test('refuses the same file for another purpose under a key', async () => {
    const by = await registerMember(server);
    const key = randomUUID();
    await send(pngOf('owl'), { by, key, query: { purpose: 'reference' } }).expect(200);
    const { body } = await send(pngOf('owl'), { by, key, query: { purpose: 'mask' } }).expect(422);
    expect(body.code).toBe('request.key_reused');
  });

  test('deletes the upload of a member who is erased while it is processed', async () => {
    const by = await registerMember(server);
    meanwhile = async () => {
      await server.app.get(Sealer, { strict: false }).erase(by.id);
      return undefined;
    };
    await send(pngOf('late'), { by }).expect(404);
    meanwhile = undefined;
    expect((await factsOf(by)).map(({ type }) => type)).toEqual(['PictureUploaded', 'UploadDeleted']);
  });

  test('creates one upload for two concurrent calls under one key', async () => {
    const by = await registerMember(server);
    const key = randomUUID();
    const replies = await Promise.all([1, 2].map(() => send(pngOf('twice'), { by, key }).expect(200)));
    expect(uploadIn(replies[0]!).id).toBe(uploadIn(replies[1]!).id);
    expect((await factsOf(by)).length).toBe(1);
  });

  test('answers 404 to a repeat after the upload was deleted', async () => {
    const by = await registerMember(server);
    const key = randomUUID();
    const { id } = uploadIn(await send(pngOf('gone'), { by, key }).expect(200));
    await remove(id, by).expect(200);
    await send(pngOf('gone'), { by, key }).expect(404);
  });

  test.each([
    ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['nothing', Buffer.alloc(0)],
    ['JSON', Buffer.from('{}')],
  ])('refuses %s without decoding it', async (_what, bytes) => {
    const made = intake.requests.length;
    const { body } = await send(bytes).expect(415);
    expect(body.message).toBe('This file is not a PNG, JPEG, WebP or AVIF picture.');
    expect(intake.requests.length).toBe(made);
  });

  test.each([
    ['broken', 422],
    ['animated', 422],
    ['tooManyPixels', 422],
    ['tooSmall', 422],
    ['notAPicture', 415],
  ] as const)('answers the imaging process’s refusal: %s', async (problem, status) => {
    const by = await registerMember(server);
    refusal = { kind: 'refused', problem };
    try {
      const { body } = await send(pngOf(problem), { by }).expect(status);
      expect(body.code).toMatch(/^uploads\./);
      expect(body.message).toMatch(/\.$/);
    } finally {
      refusal = undefined;
    }
    expect(await factsOf(by)).toEqual([]);
  });

  test('answers 422 for a file that crashes the decoder, and 503 for one that was swept', async () => {
    await intake.stop();
    const failing = await startDerivedMaker(
      server.foundation,
      async ({ source, format }) => {
        if (format === 'intake-mask') await server.foundation.blobs.remove(source);
        throw format === 'intake-mask' ? new BlobMissing('swept') : new Error('the process died');
      },
      { lookEveryMs: 20 },
    );
    try {
      expect((await send(pngOf('deadly')).expect(422)).body.code).toBe('uploads.broken');
      await send(pngOf('swept'), { query: { purpose: 'mask' } }).expect(503);
    } finally {
      await failing.stop();
      intake = await startIntake(server, () => refusal);
    }
  });

  test('refuses a file that is too large, with or without a content length', async () => {
    const bytes = Buffer.concat([PNG_HEAD, Buffer.alloc(UPLOAD_MAX_BYTES)]);
    const { body } = await send(bytes).expect(413);
    expect(body.message).toBe('This file is larger than 10 MB. Please send a smaller one.');
    const reply = await fetch(`${await addressOf()}${PATH}`, {
      method: 'POST',
      headers: { authorization: member.bearer[1] },
      body: new Blob([bytes]).stream(),
      duplex: 'half',
    });
    expect(reply.status).toBe(413);
  });

  test('accepts a file of exactly the limit', async () => {
    await send(Buffer.concat([PNG_HEAD, Buffer.alloc(UPLOAD_MAX_BYTES - PNG_HEAD.length)])).expect(200);
  });

  test('rejects visitors with 401 before reading the file', async () => {
    const bytes = Buffer.alloc(UPLOAD_MAX_BYTES);
    const { status } = await supertest(server.http).post(PATH).set('content-type', 'image/png').send(bytes);
    expect(status).toBe(401);
  });

  test('limits one member’s concurrent uploads with 503 and Retry-After', async () => {
    const by = await registerMember(server);
    const replies = await Promise.all(Array.from({ length: 12 }, (_, n) => send(pngOf(`burst ${n}`), { by })));
    const statuses = replies.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 503]));
    expect(replies.find(({ status }) => status === 503)?.headers['retry-after']).toBe('2');
    // The slots are free again.
    await send(pngOf('afterwards'), { by }).expect(200);
  });

  test('refuses an upload above the limit of 200', async () => {
    const by = await registerMember(server);
    await fill(by);
    const made = intake.requests.length;
    const { body } = await send(pngOf('one more'), { by }).expect(409);
    expect(body.message).toBe('You have 200 uploads. Delete some before you send more.');
    expect(intake.requests.length).toBe(made);
  });

  test('keeps one of three concurrent uploads when there is room for one', async () => {
    const by = await registerMember(server);
    await fill(by, UPLOADS_MAX - 1);
    const replies = await Promise.all(['a', 'b', 'c'].map((tab) => send(pngOf(tab), { by })));
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
    expect(await lookup().allOf(by.id)).toHaveLength(UPLOADS_MAX);
  });
});

async function addressOf(): Promise<string> {
  const address = server.http.address() as { port: number } | null;
  if (address) return `http://127.0.0.1:${address.port}`;
  await server.app.listen(0, '127.0.0.1');
  return addressOf();
}

async function fill({ id: memberId }: TestMember, length = UPLOADS_MAX): Promise<void> {
  const file = { blob: 'a'.repeat(64), bytes: 9, width: 64, height: 64 };
  const facts = Array.from({ length }, (): UploadFact => ({
    type: 'PictureUploaded',
    data: {
      uploadId: randomUUID(),
      memberId,
      purpose: 'reference',
      sentAs: 'png',
      fileName: '',
      original: file,
      preview: file,
      thumbnail: file,
      thumbhash: '',
      uploadedAt: '2026-11-30T10:00:00.000Z',
    },
  }));
  const stream = uploadStream.nameOf(memberId);
  const context = { key: randomUUID(), actor: { kind: 'system', id: 'test' }, correlationId: randomUUID() } as const;
  await server.foundation.log.append(stream, 'none', newFacts(stream, facts, context));
}

describe('a mask', () => {
  test('is stored with its purpose', async () => {
    const { id } = uploadIn(await send(pngOf('mask'), { query: { purpose: 'mask' } }).expect(200));
    expect(intake.requests.at(-1)).toMatchObject({ subjectId: id, format: 'intake-mask' });
    expect(await lookup().ofMember(member.id, id)).toMatchObject({ purpose: 'mask' });
  });

  test('is refused when it is not a PNG', async () => {
    const jpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(20)]);
    const { body } = await send(jpeg, { query: { purpose: 'mask' } }).expect(415);
    expect(body.message).toBe('A mask must be a PNG picture.');
  });
});

describe('GET an upload’s image', () => {
  test('answers only the upload’s member, by token or cookie, and revalidates each time', async () => {
    const bytes = pngOf('shown');
    const { id, preview_url, thumbnail_url } = uploadIn(await send(bytes).expect(200));
    const shown = await get(preview_url).expect(200).expect('content-type', 'image/webp');
    expect(String(shown.body)).toMatch(/^preview of /);
    expect(String((await get(thumbnail_url).expect(200)).body)).toMatch(/^thumbnail of /);
    expect(shown.headers).toMatchObject({ 'cache-control': 'private, no-cache', 'x-content-type-options': 'nosniff' });
    const { etag } = shown.headers;
    await get(preview_url).set('if-none-match', etag!).expect(304);

    const other = await registerMember(server);
    await get(preview_url, other).expect(404);
    await supertest(server.http).get(preview_url).expect(401);
    await get(`${IMAGES}/${randomUUID()}/preview`).expect(404);
    await get(`${IMAGES}/${id}/original`).expect(400);

    const signedIn = await supertest(server.http)
      .post('/api/auth/login')
      .send({ email: member.email, password: 'correct horse' });
    const cookies = ([] as string[]).concat(signedIn.headers['set-cookie'] ?? []);
    const images = cookies.find((cookie) => cookie.startsWith(`${IMAGE_COOKIE}=`));
    await supertest(server.http).get(preview_url).set('cookie', images!.split(';')[0]!).expect(200);
  });

  test('answers 404 after the upload is deleted', async () => {
    const { id, preview_url } = uploadIn(await send(pngOf('to be deleted')).expect(200));
    await remove(id, await registerMember(server)).expect(404);
    await get(preview_url).expect(200);
    await remove(id).expect(200);
    await remove(id).expect(200);
    await get(preview_url).expect(404);
    expect(await lookup().ofMember(member.id, id)).toBeUndefined();
  });
});

test('serves the sent bytes at no address', async () => {
  const bytes = pngOf('secret metadata');
  await send(bytes).expect(200);
  const { source } = intake.requests.at(-1)!;
  expect(await server.foundation.blobs.has(source)).toBe(true);
  for (const address of [`/api/images/${source}`, `/api/images/${source}.webp`, `${IMAGES}/${source}/preview`]) {
    const { status } = await get(address);
    expect([400, 404]).toContain(status);
  }
});
