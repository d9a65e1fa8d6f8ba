// spec: faults A39
import { readFileSync } from 'node:fs';
import { registerMember, type TestMember } from '@easel/api/testing/api-server';
import { uploadProblems, uploadsHttp } from '@easel/contracts/uploads/http';
import { ProcessMaker } from '@easel/imaging/render/process-maker';
import { animated, claiming, halves, SVG, withLocation } from '@easel/imaging/testing/pictures';
import { DerivedMaker } from '@easel/kernel/files/derived-maker';
import { derivedFormats } from '@easel/kernel/files/derived-rows';
import { BLOB_DIR } from '@easel/kernel/server/tokens';
import type { TestServer } from '@easel/kernel/testing/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWholeServer } from './whole-server.ts';

const MASTER_KEY = 'ab'.repeat(32);
const AT_MOST_MS = 1_000;

let server: TestServer;
let address: string;
let member: TestMember;
let maker: ProcessMaker;
let intake: DerivedMaker;
beforeAll(async () => {
  server = await startWholeServer();
  address = await server.app.getUrl();
  member = await registerMember(server);
  const blobDir = server.app.get<string>(BLOB_DIR, { strict: false });
  maker = new ProcessMaker({ blobDir, masterKey: MASTER_KEY, idleMs: 60_000 });
  intake = new DerivedMaker({
    ...server.foundation,
    make: (request, signal) => maker.format(request, signal),
    formats: derivedFormats.intake,
    slots: 2,
  });
  await intake.start();
  // The process that decodes is there from here on.
  await send(Uint8Array.from(await halves(200, 100).png().toBuffer()));
});
afterAll(async () => {
  await intake.stop();
  await maker.close();
  await server.close();
});

interface Answer {
  status: number;
  body: unknown;
  ms: number;
}

async function send(file: Uint8Array<ArrayBuffer>): Promise<Answer> {
  const begun = performance.now();
  const reply = await fetch(address + uploadsHttp.send.path, {
    method: 'POST',
    headers: { authorization: member.bearer[1], 'content-type': 'image/png' },
    body: file,
  });
  const body: unknown = await reply.json();
  return { status: reply.status, body, ms: performance.now() - begun };
}

const shown = async (path: string): Promise<Buffer> => {
  const reply = await fetch(address + path, { headers: { authorization: member.bearer[1] } });
  expect(reply.status).toBe(200);
  return Buffer.from(await reply.arrayBuffer());
};

const jpeg = () => halves(640, 480).jpeg().toBuffer();
/** A JPEG that another program takes for an archive, or for a page with a script. */
const twoFold = async () =>
  Buffer.concat([await jpeg(), Buffer.from('PK\u0003\u0004<html><script>alert(1)</script></html>')]);
/** A header that claims more than the file has. */
async function jpegClaiming(side: number): Promise<Buffer> {
  const file = Buffer.from(await jpeg());
  const frame = file.indexOf(Buffer.from([0xff, 0xc0]));
  file.writeUInt16BE(side, frame + 5);
  file.writeUInt16BE(side, frame + 7);
  return file;
}
const cut = async (): Promise<Buffer> => {
  const file = await halves(640, 480).webp({ quality: 100 }).toBuffer();
  return file.subarray(0, Math.floor(file.length / 2));
};

const attacks = [
  ['an SVG that refers to other files', () => SVG, uploadProblems.notAPicture],
  ['a script', () => Buffer.from('<script>alert(1)</script>'), uploadProblems.notAPicture],
  ['a GIF that is a script', () => Buffer.from('GIF89a/*........*/=alert(1)'), uploadProblems.notAPicture],
  ['a PDF', () => Buffer.from('%PDF-1.7 /JS (alert)'), uploadProblems.notAPicture],
  ['a WebP of two frames', async () => (await animated()).webp, uploadProblems.animated],
  ['a PNG that announces a hundred frames', async () => (await animated()).png, uploadProblems.animated],
  ['a PNG that claims 65,535 × 65,535 pixels', () => claiming(65_535, 65_535), uploadProblems.tooManyPixels],
  ['a JPEG that claims 65,535 × 65,535 pixels', () => jpegClaiming(65_535), uploadProblems.tooManyPixels],
  ['a PNG that claims more than is there', () => claiming(6_000, 6_000), uploadProblems.broken],
  ['a JPEG that claims more than is there', () => jpegClaiming(6_000), uploadProblems.broken],
  ['a WebP that was cut', cut, uploadProblems.broken],
  [
    'a page behind the first bytes of a PNG',
    () => Buffer.from('\x89PNG\r\n\x1a\n<html>', 'latin1'),
    uploadProblems.broken,
  ],
] as const;

describe('what is no picture to keep', () => {
  test.each(attacks)('%s is refused within a second, in words', async (_what, make, problem) => {
    const { status, body, ms } = await send(Uint8Array.from(await make()));
    expect([status, body]).toEqual([problem.status, expect.objectContaining({ message: problem.message })]);
    expect(ms).toBeLessThan(AT_MOST_MS);
  });
});

describe('what is kept', () => {
  test('says nothing of where and by whom it was taken', async () => {
    const { body } = await send(Uint8Array.from(await withLocation()));
    const { upload } = uploadsHttp.send.reply.parse(body);
    for (const path of [upload.preview_url, upload.thumbnail_url]) {
      const file = await shown(path);
      for (const said of ['Ada', 'secret', 'GPS', 'Exif', 'EXIF', 'XMP']) expect(file.includes(said)).toBe(false);
    }
  });

  test('is a picture and nothing else', async () => {
    const { body } = await send(Uint8Array.from(await twoFold()));
    const file = await shown(uploadsHttp.send.reply.parse(body).upload.preview_url);
    expect([file.includes('script'), file.subarray(8, 12).toString()]).toEqual([false, 'WEBP']);
  });
});

test('the process that decodes takes no more memory for many such files', async () => {
  const files = await Promise.all([...attacks.map(([, make]) => make()), twoFold(), withLocation()]);
  const round = async (): Promise<number> => {
    for (const file of files) await send(Uint8Array.from(file));
    return residentMb(maker.pid ?? 0);
  };
  const before = await round();
  let after = before;
  for (let rounds = 0; rounds < 5; rounds++) after = await round();
  expect(after - before).toBeLessThan(32);
});

function residentMb(pid: number): number {
  const [, kb = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}
