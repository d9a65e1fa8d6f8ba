// spec: faults A39
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UploadFact } from '@easel/contracts/uploads/events';
import { uploadsHttp } from '@easel/contracts/uploads/http';
import { uploadStream } from '@easel/contracts/uploads/stream';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectOk, People } from './harness/people.ts';
import { startProduct, type Product } from './harness/product.ts';
import { Records } from './harness/records.ts';
import { until } from './harness/until.ts';
import { webpSize } from './harness/webp.ts';

/** What no fact speaks of goes soon; a file waits for its fact for less than the grace. */
const eager = { SWEEP_GRACE_MS: '20000', SWEEP_EVERY_MS: '300', LEASE_MS: '1000' };

const picture = readFileSync(fileURLToPath(new URL('../../docs/gallery.jpg', import.meta.url)));

let product: Product;
let people: People;
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'easel-once-'));
  product = await startProduct();
  people = new People(product);
});
afterAll(async () => {
  await product?.remove();
  rmSync(folder, { recursive: true, force: true });
});

const factsOf = (memberId: string): Promise<UploadFact[]> =>
  Records.of(product, async (records) => {
    const streams = await records.streams();
    return (new Map(streams).get(uploadStream.nameOf(memberId)) ?? []) as unknown as UploadFact[];
  });

async function stored(): Promise<string[]> {
  const found: string[] = [];
  for await (const { blob } of new DiskBlobStore(join(product.dataDir, 'blobs')).list()) found.push(blob);
  return found.sort();
}

test.each([
  'idempotency.after-claim',
  'uploads.after-sent',
  'derived.after-claim',
  'derived.after-blob',
  'uploads.before-fact',
  'decider.after-append',
])(
  'an upload is there once, and no file beside its own, when the process dies at %s',
  async (point) => {
    const member = await people.register();
    await product.killEverything();
    const onceFile = join(folder, point);
    await product.start({ faultPoint: point, onceFile, restarts: true, env: eager });
    const sent = await people.http.call('POST', `${uploadsHttp.send.path}?name=gallery.jpg`, {
      token: member.token,
      body: new Blob([Uint8Array.from(picture)]),
    });
    const { upload } = uploadsHttp.send.reply.parse(expectOk(sent).body);
    await until(() => existsSync(onceFile), { why: () => `(the death at ${point})` });

    const facts = await factsOf(member.id);
    expect(facts.map(({ type, data }) => [type, data.uploadId])).toEqual([['PictureUploaded', upload.id]]);
    await people.http.eventually(uploadsHttp.list.path, { token: member.token }, ({ body }) => {
      const { uploads } = uploadsHttp.list.reply.parse(body);
      return uploads.length === 1 && uploads[0]?.id === upload.id ? true : undefined;
    });
    const named = facts.flatMap((fact) =>
      fact.type === 'PictureUploaded' ? [fact.data.original, fact.data.preview, fact.data.thumbnail] : [],
    );
    const own = [...new Set(named.map(({ blob }) => blob))].sort();
    await until(async () => (await stored()).join() === own.join(), {
      why: () => '(nothing but the files of the upload)',
    });
    const shown = await people.http.bytes(upload.preview_url, { token: member.token });
    expect(webpSize(shown.bytes)).toEqual({ width: named[1]?.width, height: named[1]?.height });
    const remove = uploadsHttp.remove.path.replace(':id', upload.id);
    expectOk(await people.http.call('DELETE', remove, { token: member.token }));
    await until(async () => (await stored()).length === 0, { why: () => '(the files of the deleted upload)' });
    expect((await people.http.bytes(upload.preview_url, { token: member.token })).status).toBe(404);
  },
  240_000,
);
