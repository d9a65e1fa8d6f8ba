import { MAX_ATTEMPTS, RENDER_CANCELLED, RENDER_HINT, RENDER_PROGRESS } from '@easel/contracts/generation/policy';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { BlobStoreFull } from '@easel/kernel/files/blob-store';
import { createLogger } from '@easel/kernel/server/logger';
import { afterEach, describe, expect, test } from 'vitest';
import { idOf, LocalBus, memberId, requested, Streams } from '../testing/streams.ts';
import type { ImageJob, ImageMaker, MadeImage } from './image-maker.ts';
import type { OpenGeneration } from './open-generations.ts';
import { RenderWorker, type RenderWorkerOptions } from './render-worker.ts';

const FIRST = idOf(1);

const madeOf = ({ index, settings }: ImageJob): MadeImage => {
  const file = (name: string) => ({ bytes: Buffer.from(`${name} ${index}`), width: 4, height: 4 });
  return {
    original: file('original'),
    preview: file('preview'),
    thumbnail: file('thumbnail'),
    thumbhash: 'aGFzaA==',
    look: '7f'.repeat(60),
    seed: settings.seed + index,
  };
};

type Make = ImageMaker['make'];
const makeAtOnce: Make = (job) => Promise.resolve(madeOf(job));
/** Ends only by its signal. */
const hang: Make = (_, signal) =>
  new Promise((_resolve, reject) => {
    const end = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });

const workers: RenderWorker[] = [];
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

async function world(make: Make, over: Partial<RenderWorkerOptions> = {}) {
  const streams = new Streams();
  const bus = new LocalBus();
  const stored = new Set<string>();
  const jobs: ImageJob[] = [];
  let closed = false;
  const maker: ImageMaker = {
    make: (job, signal, onProgress) => {
      jobs.push(job);
      return make(job, signal, onProgress);
    },
    close: () => Promise.resolve(void (closed = true)),
  };
  const worker = new RenderWorker({
    runner: streams,
    bus,
    blobs: {
      put: (bytes) => {
        const blob = bytes.toString('hex').padEnd(64, '0');
        stored.add(blob);
        return Promise.resolve({ blob, bytes: bytes.length });
      },
    },
    maker,
    logger: createLogger({ name: 'test', level: 'silent' }),
    slots: 2,
    drainMs: 20,
    ...over,
  });
  workers.push(worker);
  const starting = worker.start();
  if (!over.bus) await starting;
  const hint = (generationId: string, turn?: number) =>
    bus.publish(RENDER_HINT, { generationId, correlationId: 'test', ...(turn !== undefined && { turn }) });
  return {
    streams,
    bus,
    worker,
    stored,
    jobs,
    isClosed: () => closed,
    hint,
    request: (generationId = FIRST, count = 1, turn?: number): Promise<void> => {
      streams.append(`generation-${generationId}`, [requested(generationId, count)]);
      hint(generationId, turn);
      return Promise.resolve();
    },
  };
}

test('renders what waits without a hint, also where the bus hangs', async () => {
  class HungBus extends LocalBus {
    override subscribe(): Promise<() => Promise<void>> {
      return new Promise(() => undefined);
    }
  }
  const open: OpenGeneration[] = [];
  const over = { bus: new HungBus(), open: () => Promise.resolve(open.splice(0)), lookEveryMs: 1 };
  const { streams } = await world(makeAtOnce, over);
  streams.append(`generation-${FIRST}`, [requested(FIRST, 1)]);
  open.push({ generationId: FIRST, correlationId: 'test', turn: 0, provider: 'procedural' });
  await streams.waitFor('GenerationCompleted');
});

test('a hint becomes images, recorded one after another, and an end', async () => {
  const { streams, request, jobs, stored } = await world(makeAtOnce);
  await request(FIRST, 4);
  await streams.waitFor('GenerationCompleted');
  const four = Array.from({ length: 4 }, () => 'VariantCreated');
  expect(streams.typesOf(FIRST)).toEqual(['GenerationRequested', 'RenderingStarted', ...four, 'GenerationCompleted']);
  expect(jobs.map(({ index, prompt, negativePrompt }) => [index, prompt, negativePrompt])).toEqual(
    [0, 1, 2, 3].map((index) => [index, 'a lake', 'fog']),
  );
  const variants = streams.of(FIRST).flatMap((fact) => (fact.type === 'VariantCreated' ? [fact.data] : []));
  expect(variants.map(({ seed }) => seed)).toEqual([7, 8, 9, 10]);
  expect(new Set(variants.map(({ variantId }) => variantId)).size).toBe(4);
  expect(stored.size).toBe(12);
});

test('what is recorded is stored before', async () => {
  const { streams, request, stored } = await world(makeAtOnce);
  const missing: string[] = [];
  const append = streams.append.bind(streams);
  streams.append = (stream, facts) => {
    for (const fact of facts) {
      if (fact.type !== 'VariantCreated') continue;
      for (const { blob } of [fact.data.original, fact.data.preview, fact.data.thumbnail]) {
        if (!stored.has(blob)) missing.push(blob);
      }
    }
    append(stream, facts);
  };
  await request();
  await streams.waitFor('GenerationCompleted');
  expect(missing).toEqual([]);
});

test('the same hint many times is one render', async () => {
  const { streams, hint, request } = await world(makeAtOnce);
  await request();
  for (let time = 0; time < 3; time++) hint(FIRST);
  await streams.waitFor('GenerationCompleted');
  hint(FIRST);
  expect(streams.typesOf(FIRST).filter((type) => type === 'RenderingStarted')).toHaveLength(1);
});

test('no more than its slots are in flight, and those that wait come in turn', async () => {
  const gates = new Map<string, () => void>();
  const begun: string[] = [];
  let inFlight = 0;
  let most = 0;
  const beginnings = new Map<number, () => void>();
  const { streams, request, jobs } = await world(async (job) => {
    most = Math.max(most, ++inFlight);
    const n = begun.push(String(jobs.length));
    beginnings.get(n)?.();
    await new Promise<void>((resolve) => gates.set(String(n), resolve));
    inFlight--;
    return madeOf(job);
  });
  const started = (n: number): Promise<void> =>
    begun.length >= n ? Promise.resolve() : new Promise((resolve) => beginnings.set(n, resolve));
  for (const n of [1, 2, 3, 4]) await request(idOf(n));
  for (const n of [1, 2, 3, 4]) {
    await started(n);
    gates.get(String(n))?.();
  }
  await streams.waitFor('GenerationCompleted', idOf(4));
  expect(most).toBe(2);
});

test('of those that wait, whose turn is first comes first, however late it is heard of', async () => {
  const gate = Promise.withResolvers<void>();
  const { streams, request } = await world((job) => gate.promise.then(() => madeOf(job)), { slots: 1 });
  await request(idOf(1), 1, 7);
  await streams.waitFor('RenderingStarted', idOf(1));
  for (const [n, turn] of [
    [2, 9],
    [3, 8],
    [4, 8],
    [5, 1],
  ] as const)
    await request(idOf(n), 1, turn);
  const begun: string[] = [];
  const append = streams.append.bind(streams);
  streams.append = (stream, facts) => {
    for (const { type, data } of facts) if (type === 'RenderingStarted') begun.push(data.generationId);
    append(stream, facts);
  };
  gate.resolve();
  await streams.waitFor('GenerationCompleted', idOf(2));
  expect(begun).toEqual([5, 3, 4, 2].map(idOf));
});

describe('a cancellation', () => {
  test('ends the render at once', async () => {
    const ended: unknown[] = [];
    const { streams, request, bus, worker } = await world(
      (job, signal) =>
        hang(job, signal).catch((error: unknown) => {
          ended.push(error);
          throw error;
        }),
      { drainMs: 60_000 },
    );
    await request();
    await streams.waitFor('RenderingStarted');
    streams.append(`generation-${FIRST}`, [{ type: 'GenerationCancelled', data: { generationId: FIRST, memberId } }]);
    bus.publish(RENDER_CANCELLED, { generationId: FIRST });
    await worker.stop();
    expect(ended).toMatchObject([{ name: 'Cancelled' }]);
    expect(streams.typesOf(FIRST)).toEqual(['GenerationRequested', 'RenderingStarted', 'GenerationCancelled']);
  });

  test('of what waits takes it off the list', async () => {
    const gate = Promise.withResolvers<void>();
    const { streams, request, bus, worker } = await world((job) => gate.promise.then(() => madeOf(job)), { slots: 1 });
    await request();
    await streams.waitFor('RenderingStarted');
    await request(idOf(2));
    bus.publish(RENDER_CANCELLED, { generationId: idOf(2) });
    await request(idOf(3));
    gate.resolve();
    await streams.waitFor('GenerationCompleted', idOf(3));
    await worker.stop();
    expect(streams.typesOf(idOf(2))).toEqual(['GenerationRequested']);
  });

  test('that the log knows nothing of hands the render back, and the try does not count', async () => {
    const { streams, request, bus } = await world(hang);
    await request();
    await streams.waitFor('RenderingStarted');
    bus.publish(RENDER_CANCELLED, { generationId: FIRST });
    await streams.waitFor('RenderingHandedBack');
    expect(streams.of(FIRST).at(-1)?.data).toMatchObject({ reason: 'drained', detail: 'Cancelled' });
  });
});

describe('progress', () => {
  const paint: Make = (job, _signal, onProgress) => {
    for (const made of [0.25, 0.5]) onProgress?.(made);
    return Promise.resolve(madeOf(job));
  };
  const told = (bus: LocalBus): unknown[] =>
    bus.said.flatMap(({ subject, payload }) => (subject === RENDER_PROGRESS ? [payload] : []));

  test('is told of the whole, with the images that are stored', async () => {
    const { streams, request, bus } = await world(paint, { progressMs: 0 });
    await request(FIRST, 4);
    await streams.waitFor('GenerationCompleted');
    expect(told(bus).slice(0, 3)).toEqual([
      { generationId: FIRST, memberId, done: 0, progress: 0.063 },
      { generationId: FIRST, memberId, done: 0, progress: 0.125 },
      { generationId: FIRST, memberId, done: 1, progress: 0.313 },
    ]);
    expect(told(bus)).toHaveLength(8);
  });

  test('is told only now and then', async () => {
    const { streams, request, bus } = await world(paint, { progressMs: 60_000 });
    await request(FIRST, 4);
    await streams.waitFor('GenerationCompleted');
    expect(told(bus)).toHaveLength(1);
  });
});

test('hints beyond a thousand are dropped: somebody says them again', async () => {
  const open = Promise.withResolvers<void>();
  const { streams, request, worker } = await world((job) => open.promise.then(() => madeOf(job)));
  for (let n = 1; n <= 1_100; n++) await request(idOf(n));
  open.resolve();
  await streams.waitFor('GenerationCompleted', idOf(1_002)); // two in flight and a thousand that wait
  await worker.stop();
  expect(streams.typesOf(idOf(1_003))).toEqual(['GenerationRequested']);
});

test.each([{}, null, 'hello', { generationId: 'x', correlationId: 'y' }, { generationId: 7 }])(
  'a hint that is none is passed over: %j',
  async (payload) => {
    const { bus, request, streams } = await world(makeAtOnce);
    bus.publish(RENDER_HINT, payload);
    await request();
    await streams.waitFor('GenerationCompleted');
    expect(streams.facts.size).toBe(1);
  },
);

test('a render of another worker is left alone', async () => {
  const { streams, hint, jobs, worker } = await world(makeAtOnce);
  const leaseUntil = new Date(Date.now() + 60_000).toISOString();
  streams.append(`generation-${FIRST}`, [
    requested(FIRST, 1),
    { type: 'RenderingStarted', data: { generationId: FIRST, memberId, attempt: 1, worker: 'another', leaseUntil } },
  ]);
  hint(FIRST);
  await worker.stop();
  expect(jobs).toEqual([]);
  expect(streams.typesOf(FIRST)).toEqual(['GenerationRequested', 'RenderingStarted']);
});

test('the lease is extended while pixels burn', async () => {
  const finish = Promise.withResolvers<void>();
  const { streams, request } = await world((job) => finish.promise.then(() => madeOf(job)), { leaseMs: 30 });
  await request();
  await streams.waitFor('LeaseExtended');
  finish.resolve();
  await streams.waitFor('GenerationCompleted');
});

test('a claim that is lost ends the render, silently', async () => {
  const aborted = Promise.withResolvers<void>();
  const { streams, request, worker } = await world(
    (job, signal) => {
      signal.addEventListener('abort', () => aborted.resolve());
      return hang(job, signal);
    },
    { leaseMs: 30 },
  );
  await request();
  await streams.waitFor('LeaseExtended');
  streams.append(`generation-${FIRST}`, [{ type: 'GenerationCancelled', data: { generationId: FIRST, memberId } }]);
  await aborted.promise;
  await worker.stop();
  expect(streams.typesOf(FIRST).at(-1)).toBe('GenerationCancelled');
});

test('an error hands the claim back, and says which', async () => {
  const { streams, request } = await world(() => Promise.reject(new TypeError('no brush')));
  await request();
  await streams.waitFor('RenderingHandedBack');
  expect(streams.of(FIRST).at(-1)?.data).toMatchObject({ attempt: 1, reason: 'error', detail: 'TypeError' });
});

test('a full disk hands the claim back as such, and records nothing', async () => {
  const { streams, request } = await world(makeAtOnce, {
    blobs: { put: () => Promise.reject(new BlobStoreFull('No room')) },
  });
  await request();
  await streams.waitFor('RenderingHandedBack');
  expect(streams.of(FIRST).at(-1)?.data).toMatchObject({ reason: 'error', detail: 'BlobStoreFull' });
  expect(streams.typesOf(FIRST)).not.toContain('VariantCreated');
});

test('a render that hangs is cut, at most three times, and then has failed, once', async () => {
  const { streams, hint, request } = await world(hang, { renderTimeoutMs: 5 });
  await request();
  for (let n = 1; n < MAX_ATTEMPTS; n++) {
    await streams.waitFor('RenderingHandedBack');
    // A worker that is still leaving its last job does not hear: the dispatcher says it again, as this does.
    while (!streams.typesOf(FIRST).includes('GenerationFailed') && handedBack(streams) < n + 1) {
      hint(FIRST);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  await streams.waitFor('GenerationFailed');
  const types = streams.typesOf(FIRST);
  expect(types.filter((type) => type === 'RenderingStarted')).toHaveLength(MAX_ATTEMPTS);
  expect(types.filter((type) => type === 'GenerationFailed')).toHaveLength(1);
  expect(streams.of(FIRST).at(-1)?.data).toMatchObject({ reason: 'render_failed' });
});

const handedBack = (streams: Streams): number =>
  streams.typesOf(FIRST).filter((type) => type === 'RenderingHandedBack').length;

test('where the log is away the work is left to the lease', async () => {
  const { streams, request, worker } = await world(makeAtOnce);
  streams.failing.set('VariantCreated', new Refused(problems.unavailable));
  await request();
  await streams.waitFor('RenderingStarted');
  await worker.stop();
  expect(streams.typesOf(FIRST)).toEqual(['GenerationRequested', 'RenderingStarted']);
});

test('a worker that drains finishes what it has and takes nothing more', async () => {
  const finish = Promise.withResolvers<void>();
  const { streams, request, worker, isClosed } = await world((job) => finish.promise.then(() => madeOf(job)), {
    drainMs: 60_000,
  });
  await request();
  await streams.waitFor('RenderingStarted');
  const stopped = worker.stop();
  await request(idOf(2));
  finish.resolve();
  await stopped;
  expect(streams.typesOf(FIRST).at(-1)).toBe('GenerationCompleted');
  expect(streams.typesOf(idOf(2))).toEqual(['GenerationRequested']);
  expect(isClosed()).toBe(true);
});

test('what does not finish in time is handed back, and the try does not count', async () => {
  const { streams, request, worker } = await world(hang);
  await request();
  await streams.waitFor('RenderingStarted');
  await worker.stop();
  expect(streams.of(FIRST).at(-1)).toMatchObject({ type: 'RenderingHandedBack', data: { reason: 'drained' } });
});
