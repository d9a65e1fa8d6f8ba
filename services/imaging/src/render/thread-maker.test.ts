import { generationSettings } from '@easel/contracts/generation/events';
import { afterEach, describe, expect, test } from 'vitest';
import { decode } from '../derive/sharp.gateway.ts';
import type { ImageJob } from './image-maker.ts';
import { ThreadMaker } from './thread-maker.ts';

const job = (prompt: string): ImageJob => ({
  prompt,
  negativePrompt: '',
  index: 0,
  settings: generationSettings.parse({
    model: 'auto',
    engine: 'automatic',
    style: 'auto',
    aspectRatio: 'square_1_1',
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

/** A thread whose fate is its prompt; its images name the thread that made them. */
const fate = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort, threadId } from 'node:worker_threads';
    const file = { bytes: new Uint8Array([1]), width: 1, height: 1 };
    const image = { original: file, preview: file, thumbnail: file, thumbhash: '', look: '', seed: threadId };
    parentPort.on('message', ({ prompt }) => {
      if (prompt === 'error') return parentPort.postMessage({ error: 'out of paint' });
      if (prompt === 'hang') for (;;);
      if (prompt === 'memory') for (const all = [];;) all.push(new Array(2e6).fill(all.length));
      if (prompt === 'throw') throw new Error('spilt');
      if (prompt === 'exit') process.exit(3);
      parentPort.postMessage({ image });
    });
  `)}`,
);

const never = new AbortController().signal;
const makers: ThreadMaker[] = [];
const maker = (entry?: URL): ThreadMaker => {
  const made = new ThreadMaker(entry);
  makers.push(made);
  return made;
};
afterEach(() => Promise.all(makers.splice(0).map((one) => one.close())));

test('the compiled thread makes an image with all that is stored of it', async () => {
  const heard: number[] = [];
  const made = await maker().make(job('a lake at sunset'), never, (progress) => heard.push(progress));
  expect(heard.length).toBeGreaterThan(1);
  expect(heard.toSorted((a, b) => a - b)).toEqual(heard);
  expect(heard.every((progress) => progress > 0 && progress < 1)).toBe(true);
  expect(made).toMatchObject({
    original: { width: 1024, height: 1024 },
    preview: { width: 768, height: 768 },
    thumbnail: { width: 384, height: 384 },
    seed: 3,
  });
  expect(made.thumbhash).toMatch(/^[\w+/]+=*$/);
  expect(await decode(Buffer.from(made.original.bytes))).toMatchObject({ width: 1024, height: 1024, channels: 3 });
});

test('a thread that is well makes the next image too', async () => {
  const threads = maker(fate);
  const first = await threads.make(job('well'), never);
  expect(await threads.make(job('well'), never)).toEqual(first);
});

test('two at once have a thread each', async () => {
  const threads = maker(fate);
  const [one, two] = await Promise.all([threads.make(job('well'), never), threads.make(job('well'), never)]);
  expect(one.seed).not.toBe(two.seed);
});

describe.each([
  ['error', /out of paint/],
  ['throw', /spilt/],
  ['exit', /died/],
  ['memory', /memory/i],
])('a thread that ends by %s', (end, message) => {
  test('rejects, and the next image has a fresh one', async () => {
    const threads = maker(fate);
    const before = await threads.make(job('well'), never);
    await expect(threads.make(job(end), never)).rejects.toThrow(message);
    expect((await threads.make(job('well'), never)).seed).not.toBe(before.seed);
  });
});

test('a thread that hangs is ended by the signal, and the next image has a fresh one', async () => {
  const threads = maker(fate);
  const before = await threads.make(job('well'), never);
  const cut = new AbortController();
  const hanging = threads.make(job('hang'), cut.signal);
  cut.abort(new Error('too late'));
  await expect(hanging).rejects.toThrow('too late');
  expect((await threads.make(job('well'), never)).seed).not.toBe(before.seed);
});

test('what is aborted before it begins never begins', async () => {
  const cut = new AbortController();
  cut.abort(new Error('too late'));
  await expect(maker(fate).make(job('well'), cut.signal)).rejects.toThrow('too late');
});

test('closing ends what hangs', async () => {
  const threads = maker(fate);
  const hanging = threads.make(job('hang'), never);
  const [ended] = await Promise.allSettled([hanging, threads.close()]);
  expect(ended).toMatchObject({ status: 'rejected', reason: { message: 'the render thread died' } });
});
