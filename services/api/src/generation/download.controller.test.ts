import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { platform } from 'node:process';
import { findPacket } from '@easel/contracts/origin/packet';
import type { DerivedRequest } from '@easel/kernel/files/derived-rows';
import { startDerivedMaker } from '@easel/kernel/testing/derived-maker';
import type { TestServer } from '@easel/kernel/testing/server';
import type { Test } from 'supertest';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { signInOperator, startApi, type TestMember } from '../testing/api-server.ts';
import { readZip } from '../testing/read-zip.ts';
import { Studio } from '../testing/studio.ts';

const original = Buffer.from('not really a picture');
const preview = Buffer.from('not really a small one');

let server: TestServer;
let studio: Studio;
let owner: TestMember;
let other: TestMember;
beforeAll(async () => {
  server = await startApi();
  studio = new Studio(server);
  [owner, other] = [await studio.member(), await studio.member()];
});
afterAll(() => server.close());

/** Who has downloaded it, as often as they have. */
const downloadsOf = async (id: string): Promise<string[]> =>
  (await studio.activityOf(id))
    .filter(({ data }) => data.eventType === 'image_download')
    .map(({ data }) => data.memberId);

/** Files of the blob folder that this process holds open. */
function openBlobs(): string[] {
  return readdirSync('/proc/self/fd')
    .map((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`);
      } catch {
        return '';
      }
    })
    .filter((path) => path.startsWith(server.foundation.blobDir));
}

const addressOf = (path: string): string => {
  const { port } = server.http.address() as { port: number };
  return `http://127.0.0.1:${port}/api/generation/${path}`;
};

/** A PNG's head, so that a statement is put into it, and much behind it. */
const largePng = (): Buffer => {
  const head = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
  return Buffer.concat([head, Buffer.alloc(17), randomBytes(8 * 1024 * 1024)]);
};

describe('an aborted download', () => {
  test.skipIf(platform !== 'linux')('closes its file, and counts because its headers were sent', async () => {
    const id = await studio.finished(owner, {}, { bytes: largePng() });
    for (let time = 0; time < 5; time++) {
      const leaving = new AbortController();
      const reply = await fetch(addressOf(`download/${id}/0`), { headers: [owner.bearer], signal: leaving.signal });
      expect(reply.status).toBe(200);
      expect(openBlobs()).not.toEqual([]);
      leaving.abort();
      await vi.waitFor(() => expect(openBlobs()).toEqual([]));
    }
    expect(await downloadsOf(id)).toHaveLength(5);
  });
});

describe('GET /api/generation/download/:id/:index', () => {
  const download = (id: string, index: number | string, member?: { bearer: [string, string] }): Test =>
    studio.call('get', `download/${id}/${index}`, member).buffer(true);

  test('gives its owner the original, under a name that breaks no header, and records it', async () => {
    const id = await studio.finished(owner, { prompt: 'a "quoted"\r\nSet-Cookie: x=1; лиса' }, { bytes: original });
    const { headers, body } = await download(id, 0, owner).expect(200);
    expect(body).toEqual(original);
    expect(headers).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(original.length),
      'cache-control': 'private, no-store',
    });
    expect(headers['content-disposition']).toMatch(/^attachment; filename=/);
    expect(headers['set-cookie']).toEqual([expect.stringMatching(/^easel_position=/)]);
    expect(await downloadsOf(id)).toEqual([owner.id]);
  });

  test.each(['private', 'public', 'deleted', 'public and deleted'])('of one that is %s', async (state) => {
    const make = state.startsWith('public') ? studio.published.bind(studio) : studio.finished.bind(studio);
    const id = await make(owner, {}, { bytes: original, preview });
    if (state.endsWith('deleted')) await studio.call('delete', id, owner).expect(200);
    const operator = { bearer: await signInOperator(server) };
    const callers = { owner, other, operator, nobody: undefined };
    const seen: Record<string, string> = {};
    for (const [who, member] of Object.entries(callers)) {
      const { status, body, headers } = await download(id, 0, member);
      seen[who] = status === 200 ? `${headers['content-type']} ${String(body)}` : String(status);
    }
    const webp = `image/webp ${String(preview)}`;
    const png = `image/png ${String(original)}`;
    const everybody = state === 'public' ? webp : '404';
    expect(seen).toEqual({
      owner: state.endsWith('deleted') ? '404' : png,
      other: everybody,
      operator: everybody,
      nobody: everybody,
    });
    const recorded = { private: [owner.id], public: [owner.id, other.id] }[state] ?? [];
    expect(await downloadsOf(id)).toEqual(recorded);
  });

  test('gives a preview under the name of what it is', async () => {
    const id = await studio.published(owner, { prompt: 'fox' }, { bytes: original, preview });
    const { headers } = await download(id, 0, other).expect(200);
    expect(headers['content-disposition']).toBe(`attachment; filename=easel-fox-${id.slice(0, 8)}.webp`);
  });

  test('gives others a smaller one where the preview is older than the rule of how large it may be', async () => {
    const maker = await startDerivedMaker(server.foundation);
    try {
      const id = await studio.published(owner, {}, { bytes: original, preview, previewPx: 1024 });
      const { body, headers } = await download(id, 0, other).expect(200);
      expect(headers['content-type']).toBe('image/webp');
      // The maker of the tests writes down what was wished for.
      const requested = JSON.parse(String(body)) as DerivedRequest;
      expect(requested).toMatchObject({ subjectId: id, format: 'webp', widthPx: 768, heightPx: 768 });
      expect((await download(id, 0, owner).expect(200)).body).toEqual(original);
    } finally {
      await maker.stop();
    }
  });

  test('gives its owner no larger one than the plan downloads, by itself and in an archive', async () => {
    const maker = await startDerivedMaker(server.foundation);
    try {
      const id = await studio.finished(owner, { resolution: '4k' }, { bytes: original, originalPx: 3840 });
      const { body, headers } = await download(id, 0, owner).expect(200);
      expect(headers['content-type']).toBe('image/png');
      const wanted = { subjectId: id, format: 'png', widthPx: 1024, heightPx: 1024 };
      expect(JSON.parse(String(body))).toMatchObject(wanted);
      const archive = await studio
        .post(owner, 'download-zip', { ids: [id] })
        .responseType('blob')
        .expect(200);
      const [file] = readZip(archive.body as Buffer);
      expect(JSON.parse(String(file?.content))).toMatchObject(wanted);
    } finally {
      await maker.stop();
    }
  });

  test('says of a remote provider’s that a model made it, as it was stored and made anew', async () => {
    const maker = await startDerivedMaker(server.foundation);
    try {
      const likeJpeg = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xdb]), randomBytes(200)]);
      const rendered = { provider: 'flux', bytes: likeJpeg, originalPx: 1024 };
      const small = await studio.finished(owner, {}, rendered);
      const { body } = await download(small, 0, owner).expect(200);
      expect(findPacket(body as Buffer)?.text).toContain('digitalsourcetype/trainedAlgorithmicMedia');
      const large = await studio.finished(owner, { resolution: '4k' }, { ...rendered, originalPx: 3840 });
      const made = (await download(large, 0, owner).expect(200)).body as Buffer;
      expect(JSON.parse(String(made))).toMatchObject({ subjectId: large, making: { trained: true } });
    } finally {
      await maker.stop();
    }
  });

  test('has the images it has and no others', async () => {
    const id = await studio.finished(owner, { count: 4 }, { bytes: [1, 2, 3, 4].map((n) => Buffer.from(`${n}`)) });
    expect((await download(id, 3, owner).expect(200)).body).toEqual(Buffer.from('4'));
    const { body } = await studio.call('get', `download/${id}/4`, owner).expect(404);
    expect(body.message).toBe('No image available for download');
    await download(id, -1, owner).expect(400);
    await download(id, 'x', owner).expect(400);
    await download(randomUUID(), 0, owner).expect(404);
    await download('not-an-id', 0, owner).expect(400);
    await download(await studio.queued(owner), 0, owner).expect(404);
  });
});

describe('POST /api/generation/download-zip', () => {
  const zip = (member: TestMember, ids: readonly string[]): Test =>
    studio.post(member, 'download-zip', { ids }).responseType('blob');

  test('gives every original of one’s generations, named like single ones, and records each', async () => {
    const [one, four] = [
      await studio.finished(owner, { prompt: 'лиса\r\n"x"' }, { bytes: original, preview }),
      await studio.finished(
        owner,
        { prompt: 'four', count: 4 },
        { bytes: [1, 2, 3, 4].map((n) => Buffer.from(`${n}`)) },
      ),
    ];
    const { headers, body } = await zip(owner, [one, four, one]).expect(200);
    expect(headers).toMatchObject({ 'content-type': 'application/zip', 'content-length': String(body.length) });
    expect(headers['content-disposition']).toMatch(/^attachment; filename=easel-images-\d{4}-\d\d-\d\d\.zip$/);
    expect(headers['x-position']).toMatch(/^activity=\d+$/);
    expect(readZip(body as Buffer)).toEqual([
      { name: `easel-лиса-x-${one.slice(0, 8)}.png`, content: original },
      ...[1, 2, 3, 4].map((n) => ({
        name: `easel-four-${four.slice(0, 8)}${n > 1 ? `-${n}` : ''}.png`,
        content: Buffer.from(`${n}`),
      })),
    ]);
    expect(await downloadsOf(one)).toEqual([owner.id]);
    expect(await downloadsOf(four)).toEqual(Array.from({ length: 4 }, () => owner.id));
  });

  test('lets go of its files when whoever downloads it leaves', async () => {
    const large = Array.from({ length: 4 }, () => randomBytes(4 * 1024 * 1024));
    const id = await studio.finished(owner, { count: 4 }, { bytes: large });
    const opened = vi.spyOn(server.foundation.blobs, 'open');
    const { port } = server.http.address() as { port: number };
    const reply = await fetch(`http://127.0.0.1:${port}/api/generation/download-zip`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', [owner.bearer[0]]: owner.bearer[1] },
      body: JSON.stringify({ ids: [id] }),
    });
    const reader = reply.body?.getReader();
    await reader?.read();
    await reader?.cancel();
    // Their first bytes were looked at before.
    const whole = () =>
      opened.mock.calls.flatMap(([, range], call) => (range ? [] : [opened.mock.results[call]!.value]));
    await vi.waitFor(() => expect(whole()).not.toEqual([]));
    const { stream } = await whole()[0]!;
    await vi.waitFor(() => expect(stream.destroyed).toBe(true));
    expect(whole().length).toBeLessThan(4);
    opened.mockRestore();
  });

  test('is refused before its first byte where one is not there, not one’s own, or has no image', async () => {
    const mine = await studio.finished(owner);
    const gone = await studio.finished(owner);
    await studio.call('delete', gone, owner).expect(200);
    const cases: [string, string][] = [
      [await studio.published(other), 'Not found'],
      [await studio.finished(other), 'Not found'],
      [randomUUID(), 'Not found'],
      [gone, 'Not found'],
      [await studio.queued(owner), 'No image available for download'],
    ];
    for (const [id, message] of cases) {
      const { body } = await studio.post(owner, 'download-zip', { ids: [mine, id] }).expect(404);
      expect(body).toMatchObject({ success: false, message });
    }
    expect(await downloadsOf(mine)).toEqual([]);
  });

  test('is a member’s, for one to fifty generations', async () => {
    await studio
      .call('post', 'download-zip')
      .send({ ids: [randomUUID()] })
      .expect(401);
    await studio.post(owner, 'download-zip', { ids: [] }).expect(400);
    await studio.post(owner, 'download-zip', { ids: ['x'] }).expect(400);
    await studio.post(owner, 'download-zip', { ids: Array.from({ length: 51 }, () => randomUUID()) }).expect(400);
  });
});
