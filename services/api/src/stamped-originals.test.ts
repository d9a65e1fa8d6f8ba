import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { coveredParts, findPacket } from '@easel/contracts/origin/packet';
import { statementIn, statementText } from '@easel/contracts/origin/statement';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import type { Sealer } from '@easel/kernel/identity/sealing';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { StampedOriginals } from './stamped-originals.ts';

const digest = (purpose: string, text: string): string =>
  createHash('sha256').update(`a key ${purpose} ${text}`).digest('hex');

let folder: string;
let blobs: DiskBlobStore;
let stamped: StampedOriginals;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'easel-stamped-'));
  blobs = new DiskBlobStore(folder);
  stamped = new StampedOriginals(blobs, { digest } as unknown as Sealer);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const image = {
  generationId: '8a7d0a0e-0f6b-4b57-9a11-1c8f5d3e2b01',
  variantId: '1f0f8a52-35a5-4dd1-b7a3-0c9b6a1f2d02',
};
const ofBuiltIn = { ...image, provider: 'procedural' };

function chunk(type: string, data: Buffer): Buffer {
  const checked = Buffer.concat([Buffer.from(type), data]);
  const whole = Buffer.alloc(12 + data.length);
  whole.writeUInt32BE(data.length);
  checked.copy(whole, 4);
  whole.writeUInt32BE(crc32(checked), 8 + data.length);
  return whole;
}
const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0]);
const png = Buffer.concat([
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  chunk('IHDR', header),
  chunk('IDAT', Buffer.alloc(300_000, 7)),
  chunk('IEND', Buffer.alloc(0)),
]);
const segment = (marker: number, data: Buffer): Buffer => {
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(2 + data.length, 2);
  return Buffer.concat([head, data]);
};
const jpegBody = Buffer.concat([
  segment(0xdb, Buffer.alloc(65, 3)),
  Buffer.alloc(100_000, 9),
  Buffer.from([0xff, 0xd9]),
]);
const soi = Buffer.from([0xff, 0xd8]);
const jfif = segment(0xe0, Buffer.from('JFIF\0\u0001\u0002\0\0\u0001\0\u0001\0\0', 'latin1'));

const stampedOf = async (file: Buffer, of: { provider: string; enlarged?: true } = ofBuiltIn): Promise<Buffer> => {
  const named = { ...image, ...of, original: await blobs.put(file) };
  const { stream, bytes } = await stamped.open(named);
  const whole = await buffer(stream);
  expect(whole.length).toBe(bytes);
  expect(await stamped.bytesOf(named)).toBe(bytes);
  return whole;
};

const said = (file: Buffer) => {
  const packet = findPacket(file);
  const hash = createHash('sha256');
  if (packet) for (const part of coveredParts(file, packet)) hash.update(part);
  return { statement: statementIn(packet?.text ?? ''), digest: hash.digest('hex') };
};

/** Type and data of each chunk of a PNG; throws where a checksum is wrong. */
function chunksOf(file: Buffer): { type: string; data: Buffer }[] {
  const found: { type: string; data: Buffer }[] = [];
  for (let at = 8; at < file.length;) {
    const length = file.readUInt32BE(at);
    const checked = file.subarray(at + 4, at + 8 + length);
    if (crc32(checked) !== file.readUInt32BE(at + 8 + length)) throw new Error('a checksum is wrong');
    found.push({ type: checked.toString('latin1', 0, 4), data: checked.subarray(4) });
    at += 12 + length;
  }
  return found;
}

describe('an original that is handed out', () => {
  test.each([
    ['a PNG', png],
    ['a JPEG', Buffer.concat([soi, jfif, jpegBody])],
    ['a JPEG without JFIF', Buffer.concat([soi, jpegBody])],
  ])('%s: says where it came from, signed, of its own bytes', async (_, file) => {
    const { statement, digest: own } = said(await stampedOf(file));
    expect(statement).toMatchObject({ ...image, digest: own });
    expect(statement && digest('image origin', statementText(statement))).toBe(statement?.signature);
    // Once its digest is known, the same.
    expect(said(await stampedOf(file)).statement).toEqual(statement);
  });

  test.each([
    ['the built-in renderer', ofBuiltIn, 'algorithmicMedia', undefined],
    ['a remote provider', { provider: 'flux' }, 'trainedAlgorithmicMedia', undefined],
    [
      'one that enlarged it',
      { provider: 'flux', enlarged: true },
      'trainedAlgorithmicMedia',
      'made smaller and enlarged',
    ],
  ] as const)('of %s says what made it, and is signed as such', async (_, of, sourceType, remark) => {
    const file = await stampedOf(png, of);
    const { statement, digest: own } = said(file);
    expect(statement).toMatchObject({ ...image, digest: own });
    const text = findPacket(file)?.text ?? '';
    expect(/digitalsourcetype\/(\w+)</.exec(text)?.[1]).toBe(sourceType);
    expect(/<dc:description>.*>([^<]+)<\/rdf:li>/.exec(text)?.[1]).toBe(remark);
  });

  test('as a PNG is whole, with one chunk more behind its header', async () => {
    const [first, second, ...rest] = chunksOf(await stampedOf(png));
    expect(first).toEqual({ type: 'IHDR', data: header });
    expect(second?.type).toBe('iTXt');
    expect([first, ...rest]).toEqual(chunksOf(png));
  });

  test('as a JPEG begins with JFIF still, and has every byte it had', async () => {
    const file = await stampedOf(Buffer.concat([soi, jfif, jpegBody]));
    expect(file.subarray(0, soi.length + jfif.length)).toEqual(Buffer.concat([soi, jfif]));
    expect(file.subarray(-jpegBody.length)).toEqual(jpegBody);
    const at = soi.length + jfif.length;
    expect(file.readUInt16BE(at)).toBe(0xffe1);
    expect(at + 2 + file.readUInt16BE(at + 2)).toBe(file.length - jpegBody.length);
  });

  test.each([
    ['what is no image', Buffer.from('once upon a time, and longer than the head of any image that there is, surely')],
    ['nothing', Buffer.alloc(1)],
  ])('%s: is as it was', async (_, file) => {
    expect(await stampedOf(file)).toEqual(file);
  });

  test('closes its file if it is destroyed before it is read', async () => {
    const original = await blobs.put(png);
    const opened = vi.spyOn(blobs, 'open');
    const { stream } = await stamped.open({ ...ofBuiltIn, original });
    const { stream: rest } = await opened.mock.results.at(-1)!.value;
    opened.mockRestore();
    stream.destroy();
    await vi.waitFor(() => expect(rest.destroyed).toBe(true));
  });

  test('a byte that is changed is told', async () => {
    const file = await stampedOf(png);
    const at = file.length - 20_000;
    file[at] = (file[at] ?? 0) ^ 1;
    const { statement, digest: own } = said(file);
    expect(statement?.digest).not.toBe(own);
  });
});
