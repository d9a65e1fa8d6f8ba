import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { buffer } from 'node:stream/consumers';
import { generationSettings } from '@easel/contracts/generation/events';
import { BlobMissing, BlobStoreFull } from '@easel/kernel/files/blob-store';
import { DiskBlobStore } from '@easel/kernel/files/blob-store-disk';
import { afterAll, afterEach, expect, test } from 'vitest';
import { decode, encodePng } from '../derive/sharp.gateway.ts';
import { NotAPicture } from '../remote/pixel-tasks.ts';
import type { ImageJob } from './image-maker.ts';
import { ProcessMaker } from './process-maker.ts';

const folder = mkdtempSync(join(tmpdir(), 'easel-process-maker-'));
const blobs = new DiskBlobStore(join(folder, 'blobs'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const job = (prompt: string): ImageJob => ({
  prompt,
  negativePrompt: '',
  index: 0,
  settings: generationSettings.parse({
    model: 'auto',
    engine: 'automatic',
    style: 'auto',
    aspectRatio: 'ultrawide_21_9',
    resolution: '1k',
    outputFormat: 'png',
    seed: 3,
    count: 1,
    safetyTolerance: 2,
    enhancePrompt: false,
    rawMode: false,
    creativeDetailing: 33,
    filterNsfw: true,
    isTshirtDesign: false,
  }),
});

/** A process that does what its prompt says; its images carry its pid as their seed. */
const obedient = pathToFileURL(join(folder, 'obedient.mjs'));
writeFileSync(
  obedient,
  `process.on('message', ({ id, image, abort }) => {
    if (abort) return process.send({ id, error: { name: 'Error', message: 'aborted' } });
    if (image.prompt === 'die') process.exit(3);
    if (image.prompt === 'hang') return;
    if (image.prompt === 'full') return process.send({ id, error: { name: 'BlobStoreFull', message: 'No room' } });
    process.send({ id, progress: 0.5 });
    process.send({ id, result: { seed: process.pid } });
  });
  process.once('disconnect', () => process.exit());`,
);

const never = new AbortController().signal;
const makers: ProcessMaker[] = [];
const maker = ({ entry, idleMs = 60_000 }: { entry?: URL; idleMs?: number } = {}): ProcessMaker => {
  const made = new ProcessMaker({
    blobDir: join(folder, 'blobs'),
    masterKey: 'ab'.repeat(32),
    idleMs,
    ...(entry && { entry }),
  });
  makers.push(made);
  return made;
};
afterEach(() => Promise.all(makers.splice(0).map((one) => one.close())));

async function gone(pid: number): Promise<void> {
  for (;;) {
    try {
      process.kill(pid, 0);
    } catch {
      return;
    }
    await sleep(5);
  }
}

test('makes an image, and a file of another format of it, in the blob store', async () => {
  const process = maker();
  const heard: number[] = [];
  const made = await process.make(job('a lake at sunset'), never, (progress) => heard.push(progress));
  expect(heard.length).toBeGreaterThan(1);
  expect(made).toMatchObject({ original: { width: 1024, height: 438 }, seed: 3 });
  const { stream } = await blobs.open(made.original.blob);
  expect(await decode(await buffer(stream))).toMatchObject({ width: 1024, height: 438 });
  for (const { blob } of [made.preview, made.thumbnail]) expect(await blobs.has(blob)).toBe(true);

  const request = { subjectId: 'a', partId: 'b', format: 'jpg', widthPx: 512, heightPx: 220 } as const;
  const file = await process.format({ ...request, source: made.original.blob }, never);
  expect(await blobs.has(file.blob)).toBe(true);
  await expect(process.format({ ...request, source: 'f'.repeat(64) }, never)).rejects.toThrow(BlobMissing);
});

test('makes ready what is sent to a provider, and finishes what it sends', async () => {
  const process = maker();
  const [sent, size] = [
    await encodePng({ pixels: new Uint8Array(64 * 64 * 3), channels: 3, width: 64, height: 64 }),
    128,
  ];
  const { blob } = await blobs.put(sent);
  const square = { width: size, height: size };
  const { references } = await process.prepare({ references: [blob], size: square }, never);
  expect(references).toMatchObject([{ type: 'image/jpeg' }]);
  const task = { blob, size: square, format: 'png', provider: 'gateway' } as const;
  const finished = await process.finish(task, never);
  expect(finished).toMatchObject({ original: square, enlarged: true });
  expect(await blobs.has(finished.original.blob)).toBe(true);
  expect(
    Buffer.from((await process.preview(blob, never)) ?? '', 'base64')
      .subarray(8, 12)
      .toString(),
  ).toBe('WEBP');
  const page = await blobs.put(Buffer.from('<html>'));
  await expect(process.finish({ ...task, blob: page.blob }, never)).rejects.toBeInstanceOf(NotAPicture);
  await expect(process.prepare({ references: ['f'.repeat(64)], size: square }, never)).rejects.toThrow(BlobMissing);
});

test('keeps its process from one task to the next', async () => {
  const process = maker({ entry: obedient });
  const first = await process.make(job('well'), never);
  expect(await process.make(job('well'), never)).toEqual(first);
});

test('ends its process when it is idle, and starts another for the next task', async () => {
  const process = maker({ entry: obedient, idleMs: 10 });
  const { seed: pid } = await process.make(job('well'), never);
  await gone(pid);
  expect((await process.make(job('well'), never)).seed).not.toBe(pid);
});

test('does not end its process as idle while a task runs', async () => {
  const process = maker({ entry: obedient, idleMs: 10 });
  const cut = new AbortController();
  const hanging = process.make(job('hang'), cut.signal);
  hanging.catch(() => undefined);
  const { seed: pid } = await process.make(job('well'), never);
  await sleep(50);
  expect((await process.make(job('well'), never)).seed).toBe(pid);
  cut.abort();
});

test('loses no task that comes at the moment its process ends', async () => {
  const process = maker({ entry: obedient, idleMs: 1 });
  const pids = new Set<number>();
  for (const pauseMs of [0, 1, 1, 2, 3]) {
    pids.add((await process.make(job('well'), never)).seed);
    await sleep(pauseMs);
  }
  expect(pids.size).toBeGreaterThan(1);
});

test('rejects the tasks of a process that dies, and starts another for the next', async () => {
  const process = maker({ entry: obedient });
  const hanging = process.make(job('hang'), never);
  const died = process.make(job('die'), never);
  await expect(died).rejects.toThrow('the render process died (code 3)');
  await expect(hanging).rejects.toThrow('the render process died (code 3)');
  expect(await process.make(job('well'), never)).toBeDefined();
});

test('rejects with the reason of the signal, and its process goes on', async () => {
  const process = maker({ entry: obedient });
  const cut = new AbortController();
  const hanging = process.make(job('hang'), cut.signal);
  cut.abort(new Error('too late'));
  await expect(hanging).rejects.toThrow('too late');
  expect((await process.make(job('well'), never)).seed).toBe(process.pid);
});

test('starts no process for a task that was aborted before', async () => {
  const process = maker({ entry: obedient });
  await expect(process.make(job('well'), AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
  expect(process.pid).toBeUndefined();
});

test('rejects with BlobStoreFull when the disk is full', async () => {
  await expect(maker({ entry: obedient }).make(job('full'), never)).rejects.toThrow(BlobStoreFull);
});

test('closing rejects what hangs', async () => {
  const process = maker({ entry: obedient });
  const hanging = process.make(job('hang'), never);
  const [ended] = await Promise.allSettled([hanging, process.close()]);
  expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'the render process was closed' } });
});

test('the compiled process ends with a parent that is killed, even while a render hangs', async () => {
  const compiled = fileURLToPath(new URL('../../dist/render/process-maker.js', import.meta.url));
  const program = `
    const { ProcessMaker } = await import(${JSON.stringify(compiled)});
    const maker = new ProcessMaker({ blobDir: ${JSON.stringify(join(folder, 'blobs'))}, masterKey: 'ab'.repeat(32), idleMs: 60000 });
    void maker.make(${JSON.stringify(job('a lake'))}, new AbortController().signal);
    process.stdout.write(String(maker.pid));
  `;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, EASEL_FAULT_RENDER: 'hang' },
  });
  const [pid] = (await once(parent.stdout, 'data')) as [Buffer];
  await sleep(300); // the render hangs by then
  parent.kill('SIGKILL');
  await gone(Number(String(pid)));
});
