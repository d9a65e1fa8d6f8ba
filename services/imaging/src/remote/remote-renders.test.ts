import {
  MAX_ATTEMPTS,
  PROMPT_MAX,
  PROVIDER_HINT,
  RENDER_CANCELLED,
  RENDER_HINT,
  RENDER_PROGRESS,
} from '@easel/contracts/generation/policy';
import { BlobStoreFull } from '@easel/kernel/files/blob-store';
import { tellFaultPoints } from '@easel/kernel/server/fault-point';
import { problems, Refused } from '@easel/contracts/kernel/problem';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  RemoteFailure,
  type RemoteFailureKind,
  type RemoteProvider,
  type RemoteStanding,
} from '../providers/remote-provider.ts';
import {
  PICTURE_MICROS,
  picturesOf,
  pixelsOf,
  PROVIDER,
  RemoteWorld,
  ScriptedProvider,
  tasks,
  type RemoteWorldOptions,
} from '../testing/remote-world.ts';
import type { OpenGeneration } from '../render/open-generations.ts';
import type { ImageMaker } from '../render/image-maker.ts';
import { idOf, memberId, requested } from '../testing/streams.ts';

const worlds: RemoteWorld[] = [];
afterEach(() => Promise.all(worlds.splice(0).map((world) => world.stop())));

async function begin(provider: ScriptedProvider, over: RemoteWorldOptions = {}): Promise<RemoteWorld> {
  const world = new RemoteWorld();
  worlds.push(world);
  await world.worker(provider, over);
  return world;
}
const failing = (kind: RemoteFailureKind, status: number | null = null): ScriptedProvider =>
  new ScriptedProvider({ ask: () => Promise.reject(new RemoteFailure(kind, 'so it is', status)) });
/** Never resolves; rejects when the signal aborts. */
const hang = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
const provider = PROVIDER;

/** Starts a worker that has read the providers' health once. */
async function lookedAt(world: RemoteWorld, seen: ScriptedProvider, now: Date): Promise<void> {
  const looked = Promise.withResolvers<OpenGeneration[]>();
  const open = () => {
    looked.resolve([]);
    return looked.promise;
  };
  await world.worker(seen, { remote: { now: () => now }, worker: { open, lookEveryMs: 3_600_000 } });
  await looked.promise;
}

describe('a remote generation', () => {
  test('records its call, makes it once, and ends with all images in one append', async () => {
    const before: string[][] = [];
    const seen = new ScriptedProvider({
      ask: (call) => {
        before.push(world.streams.typesOf(idOf(1)));
        return Promise.resolve({ pictures: picturesOf(call) });
      },
    });
    const world = await begin(seen);
    world.request();
    await world.streams.waitFor('GenerationCompleted');
    expect(before).toEqual([['GenerationRequested', 'RenderingStarted', 'ProviderCalled']]);
    expect(world.factsOf('GenerationCompleted')).toMatchObject([
      { data: { cost: { micros: PICTURE_MICROS, certainty: 'known' } } },
    ]);
    expect(world.streams.typesOf(idOf(1)).slice(-2)).toEqual(['VariantCreated', 'GenerationCompleted']);
    expect(seen.asked).toMatchObject([{ prompt: 'a lake', negativePrompt: 'fog', seed: 7, size: { width: 1024 } }]);
  });

  test.each([
    [1, 8, [1, 1, 1, 1, 1, 1, 1, 1]],
    [3, 8, [3, 3, 2]],
    [8, 4, [4]],
  ])('is divided into calls of at most %i images', async (imagesPerCall, count, calls) => {
    const seen = new ScriptedProvider({}, imagesPerCall);
    const world = await begin(seen);
    world.request(1, { count });
    await world.streams.waitFor('GenerationCompleted');
    expect(seen.asked.map(({ images }) => images)).toEqual(calls);
    const variants = world.factsOf('VariantCreated').map(({ data }) => data);
    expect(variants).toMatchObject(Array.from({ length: count }, (_, index) => ({ index, seed: 7 + index, provider })));
  });

  test('requests the agreed size, and keeps the provider’s rewritten prompt', async () => {
    const seen = new ScriptedProvider({
      ask: () => Promise.resolve({ pictures: [{ bytes: Buffer.from('picture'), revisedPrompt: 'A calm lake.' }] }),
    });
    const sizes: unknown[] = [];
    const world = new RemoteWorld();
    worlds.push(world);
    const pixels = pixelsOf(world.blobs);
    const finish: typeof pixels.finish = async (task, signal) => {
      sizes.push(task);
      return { ...(await pixels.finish(task, signal)), enlarged: true };
    };
    await world.worker(seen, { remote: { pixels: { ...pixels, finish } } });
    world.request(1, { ask: { width: 640, height: 640 } });
    await world.streams.waitFor('GenerationCompleted');
    expect(seen.asked[0]?.size).toEqual({ width: 640, height: 640 });
    expect(sizes).toMatchObject([{ size: { width: 1024, height: 1024 }, format: 'png', provider }]);
    expect(world.factsOf('VariantCreated')).toMatchObject([
      { data: { revisedPrompt: 'A calm lake.', enlarged: true } },
    ]);
  });

  test('waits for its task, and retries polls that reveal nothing about it', async () => {
    const answers: (RemoteStanding | RemoteFailure)[] = [
      { state: 'working', progress: 0.4 },
      new RemoteFailure('unreachable', 'no connection'),
      new RemoteFailure('busy', 'slow down', 429, 1),
      { state: 'done', pictures: [{ bytes: Buffer.from('picture') }], costMicros: 55_000 },
    ];
    const seen = new ScriptedProvider({
      ...tasks,
      poll: () => {
        const next = answers.shift()!;
        return next instanceof Error ? Promise.reject(next) : Promise.resolve(next);
      },
    });
    const world = await begin(seen, { remote: { progressMs: 0 } });
    world.request();
    await world.streams.waitFor('GenerationCompleted');
    expect([seen.asked.length, seen.polled.length]).toEqual([1, 4]);
    expect(seen.polled[0]).toEqual({ taskId: 'task-7', pollUrl: 'https://poll.example/1' });
    expect(world.factsOf('GenerationCompleted')).toMatchObject([{ data: { cost: { micros: 55_000 } } }]);
    const published = world.bus.said.filter(({ subject }) => subject === RENDER_PROGRESS).map(({ payload }) => payload);
    expect(published[0]).toEqual({ generationId: idOf(1), memberId, done: 0, progress: 0.4 });
  });

  test('stores a rewritten prompt without invalid characters, cut at its limit', async () => {
    const revisedPrompt = `\0\ud83d${'x'.repeat(PROMPT_MAX - 2)}\u{1f989}`;
    const seen = new ScriptedProvider({
      ask: () => Promise.resolve({ pictures: [{ bytes: Buffer.from('picture'), revisedPrompt }] }),
    });
    const world = await begin(seen);
    world.request();
    await world.streams.waitFor('GenerationCompleted');
    expect(world.factsOf('VariantCreated')).toMatchObject([
      { data: { revisedPrompt: `\ufffd${'x'.repeat(PROMPT_MAX - 2)}` } },
    ]);
  });

  test.each([1e308, 1e16, Number.NaN, -1])(
    'keeps its estimated cost when its provider reports %d',
    async (costMicros) => {
      const seen = new ScriptedProvider({
        ...tasks,
        poll: () =>
          Promise.resolve({ state: 'done', pictures: [{ bytes: Buffer.from('picture') }], costMicros } as const),
      });
      const world = await begin(seen);
      world.request();
      await world.streams.waitFor('GenerationCompleted');
      expect(world.factsOf('GenerationCompleted')).toMatchObject([{ data: { cost: { micros: PICTURE_MICROS } } }]);
    },
  );

  test.each(['x'.repeat(201), 'half \ud83d', 'nul \0'])(
    'fails when its task’s id cannot be recorded',
    async (taskId) => {
      const seen = new ScriptedProvider({ ask: () => Promise.resolve({ task: { taskId } }) });
      const world = await begin(seen);
      world.request();
      expect((await world.streams.ended()).data).toMatchObject({ reason: 'unknown_outcome' });
    },
  );

  test('is polled at once when a webhook reports its task as done', async () => {
    let polls = 0;
    const first = Promise.withResolvers<void>();
    const seen = new ScriptedProvider({
      ...tasks,
      poll: () => {
        if (++polls === 1) first.resolve();
        const done = { state: 'done', pictures: [{ bytes: Buffer.from('picture') }] } as const;
        return Promise.resolve(polls === 1 ? { state: 'working' } : done);
      },
    });
    const world = await begin(seen, { remote: { pollMs: { firstMs: 3_600_000, mostMs: 3_600_000 } } });
    world.request();
    await world.streams.waitFor('ProviderTaskAccepted');
    const hint = (taskId: string) => world.bus.publish(PROVIDER_HINT, { provider, taskId });
    hint('another');
    hint('task-7');
    await first.promise;
    hint('task-7');
    await world.streams.waitFor('GenerationCompleted');
    expect(polls).toBe(2);
  });

  test('shows previews while it is made', async () => {
    const seen = new ScriptedProvider({
      ask: async (call, _signal, onPreview) => {
        onPreview?.(Buffer.from('half a lake'));
        while (!world.bus.said.some(({ subject }) => subject === RENDER_PROGRESS)) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        return { pictures: picturesOf(call) };
      },
    });
    const world = await begin(seen);
    world.request();
    await world.streams.waitFor('GenerationCompleted');
    const preview = Buffer.from('half a lake').toString('base64');
    expect(world.bus.said.find(({ subject }) => subject === RENDER_PROGRESS)?.payload).toMatchObject({
      progress: 0,
      done: 0,
      preview,
    });
  });
});

describe('a failing call', () => {
  test.each([
    ['unauthorized', 401, 'provider_refused'],
    ['unfunded', 402, 'provider_refused'],
    ['rejected', 400, 'rejected'],
    ['moderated', 400, 'moderated'],
  ] as const)('%s: fails at once, without cost', async (kind, status, reason) => {
    const seen = failing(kind, status);
    const world = await begin(seen);
    world.request();
    const { data } = await world.streams.ended();
    expect(data).toMatchObject({ reason, detail: 'so it is' });
    expect(data).not.toHaveProperty('cost');
    expect(world.factsOf('ProviderCallRefused')).toMatchObject([{ data: { reason: kind, status } }]);
    expect(seen.asked).toHaveLength(1);
  });

  test.each(['busy', 'unreachable'] as const)('%s: is retried under a new call id, and then fails', async (kind) => {
    const seen = failing(kind);
    const world = await begin(seen);
    world.request();
    expect((await world.streams.ended()).data).toMatchObject({ reason: 'provider_unavailable' });
    expect(new Set(seen.asked.map(({ call }) => call)).size).toBe(MAX_ATTEMPTS);
    expect(world.factsOf('ProviderCallRefused')).toHaveLength(MAX_ATTEMPTS);
  });

  test('busy once: is retried while the generation’s other call continues', async () => {
    let refused = false;
    const seen = new ScriptedProvider({
      ask: (call) => {
        if (refused) return Promise.resolve({ pictures: picturesOf(call) });
        refused = true;
        return Promise.reject(new RemoteFailure('busy', 'slow down', 429, 1));
      },
    });
    const world = await begin(seen);
    world.request(1, { count: 4 });
    await world.streams.waitFor('GenerationCompleted');
    expect(seen.asked).toHaveLength(5);
    expect(world.factsOf('GenerationCompleted')).toMatchObject([{ data: { cost: { micros: 4 * PICTURE_MICROS } } }]);
  });

  test('busy for longer than the longest wait: fails', async () => {
    const seen = new ScriptedProvider({
      ask: () => Promise.reject(new RemoteFailure('busy', 'come back tomorrow', 429, 86_400_000)),
    });
    const world = await begin(seen);
    world.request();
    expect((await world.streams.ended()).data).toMatchObject({ reason: 'provider_unavailable' });
    expect(seen.asked).toHaveLength(1);
  });

  test.each([
    ['unknown', () => Promise.reject(new RemoteFailure('unknown', 'cut off')), 'unknown_outcome'],
    ['an error of any other kind', () => Promise.reject(new TypeError('fetch failed')), 'unknown_outcome'],
    ['broken', () => Promise.reject(new RemoteFailure('broken', 'it gave up')), 'render_failed'],
  ])('%s: fails, is never retried, and has perhaps cost something', async (_, ask, reason) => {
    const seen = new ScriptedProvider({ ask });
    const world = await begin(seen);
    world.request();
    const cost = { micros: PICTURE_MICROS, certainty: 'perhaps' };
    expect((await world.streams.ended()).data).toMatchObject({ reason, cost });
    expect(seen.asked).toHaveLength(1);
  });

  test.each([
    ['an answer', new ScriptedProvider({ ask: (_call, signal) => hang(signal) })],
    ['a task', new ScriptedProvider({ ...tasks, poll: () => Promise.resolve({ state: 'working' }) })],
    ['an answer, whatever its signal says', new ScriptedProvider({ ask: () => new Promise(() => undefined) })],
  ])('waits for %s no longer than the provider’s timeout', async (_, seen) => {
    const world = await begin(seen, { settings: { timeoutSeconds: 0.02 } });
    world.request();
    const cost = { certainty: 'perhaps' };
    expect((await world.streams.ended()).data).toMatchObject({ reason: 'unknown_outcome', cost });
    expect(seen.asked).toHaveLength(1);
  });

  test('multiplies the timeout by the number of images in a call', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const asked = Promise.withResolvers<AbortSignal>();
    const ask: RemoteProvider['ask'] = (_call, signal) => {
      asked.resolve(signal);
      return hang(signal);
    };
    const world = await begin(new ScriptedProvider({ ask }, 8), { settings: { timeoutSeconds: 60 } });
    world.request(1, { count: 3 });
    const signal = await asked.promise;
    vi.advanceTimersByTime(179_999);
    expect(signal.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(signal.aborted).toBe(true);
    expect((await world.streams.ended()).data).toMatchObject({ reason: 'unknown_outcome' });
  });

  test('answers something that is not a picture: fails, and is paid for', async () => {
    const seen = new ScriptedProvider({ ask: () => Promise.resolve({ pictures: [{ bytes: Buffer.from('<html>') }] }) });
    const world = await begin(seen);
    world.request();
    const cost = { micros: PICTURE_MICROS, certainty: 'known' };
    expect((await world.streams.ended()).data).toMatchObject({ reason: 'render_failed', cost });
  });

  test('answers too few pictures: fails, and is paid for', async () => {
    const seen = new ScriptedProvider(
      { ask: () => Promise.resolve({ pictures: [{ bytes: Buffer.from('picture') }] }) },
      4,
    );
    const world = await begin(seen);
    world.request(1, { count: 4 });
    expect((await world.streams.ended()).data).toMatchObject({
      reason: 'render_failed',
      detail: 'the provider sent 1 of 4 pictures',
      cost: { certainty: 'known' },
    });
  });

  test('fails at one of several tasks: stops polling the others', async () => {
    const polled: string[] = [];
    const seen = new ScriptedProvider({
      ...tasks,
      poll: ({ taskId }) => {
        polled.push(taskId);
        if (taskId === 'task-9') return Promise.reject(new RemoteFailure('moderated', 'not that'));
        return Promise.resolve({ state: 'working' });
      },
    });
    const world = await begin(seen);
    world.request(1, { count: 4 });
    const cost = { micros: 4 * PICTURE_MICROS, certainty: 'perhaps' };
    expect((await world.streams.ended()).data).toMatchObject({ reason: 'moderated', cost });
    const { length } = polled;
    await world.stop();
    expect(polled).toHaveLength(length);
  });

  test('has a provider that is no longer configured: fails', async () => {
    const world = await begin(new ScriptedProvider({}));
    world.request(1, { provider: 'gone' });
    expect((await world.streams.ended()).data).toMatchObject({ reason: 'provider_unavailable' });
  });
});

describe('the daily budget', () => {
  const budget = { day: (3 * PICTURE_MICROS) / 1_000_000 };

  test('is reserved under the call’s id before the call is made', async () => {
    const seen = new ScriptedProvider({});
    const world = await begin(seen, { settings: { budget }, remote: { now: () => new Date('2026-11-20T23:59:59Z') } });
    world.request();
    await world.streams.waitFor('GenerationCompleted');
    const facts: unknown = world.streams.facts.get(`spending-${PROVIDER}.2026-11-20`);
    const data = {
      day: '2026-11-20',
      memberId,
      generationId: idOf(1),
      call: seen.asked[0]?.call,
      micros: PICTURE_MICROS,
    };
    expect(facts).toMatchObject([{ type: 'SpendReserved', data }]);
  });

  test('is never exceeded: a generation that would exceed it makes no call', async () => {
    const seen = new ScriptedProvider({});
    const world = await begin(seen, { settings: { budget } });
    world.request(1, { count: 4 });
    const { data } = await world.streams.ended();
    expect(data).toMatchObject({ reason: 'over_budget' });
    expect(data).not.toHaveProperty('cost');
    expect(seen.asked).toEqual([]);
  });
});

describe('reference pictures and edit sources', () => {
  const file = (blob: string) => ({ blob, bytes: 5, width: 8, height: 8 });

  test('are sent in their order, with their role and strength', async () => {
    const seen = new ScriptedProvider({});
    const world = await begin(seen);
    const [one, two] = [await world.blobs.put(Buffer.from('one')), await world.blobs.put(Buffer.from('two'))];
    const source = { kind: 'own' as const, id: idOf(9) };
    world.request(1, {
      references: [
        { ...source, file: file(one.blob), role: 'style', strength: 30 },
        { ...source, file: file(two.blob) },
      ],
    });
    await world.streams.waitFor('GenerationCompleted');
    expect(seen.asked[0]?.references).toMatchObject([
      { bytes: Buffer.from('one'), type: 'image/jpeg', role: 'style', strength: 30 },
      { bytes: Buffer.from('two') },
    ]);
  });

  test('fail the generation before any call when they are gone', async () => {
    const seen = new ScriptedProvider({});
    const world = await begin(seen, { settings: { budget: { day: 100 } } });
    world.request(1, { edit: { kind: 'extend', source: { kind: 'upload', id: idOf(9), file: file('a'.repeat(64)) } } });
    const { data } = await world.streams.ended();
    expect(data).toMatchObject({ reason: 'reference_gone' });
    expect(data).not.toHaveProperty('cost');
    expect([seen.asked.length, [...world.streams.facts.keys()].length]).toEqual([0, 1]);
  });
});

describe('a cancelled generation', () => {
  test.each([
    ['a call', new ScriptedProvider({ ask: (_call, signal) => hang(signal) }), 'ProviderCalled'],
    ['a task', new ScriptedProvider({ ...tasks, poll: (_task, signal) => hang(signal) }), 'ProviderTaskAccepted'],
  ] as const)('stops waiting for %s at once, and appends nothing', async (_, seen, reached) => {
    const world = await begin(seen, { worker: { drainMs: 60_000 } });
    world.request();
    await world.streams.waitFor(reached);
    world.streams.append(`generation-${idOf(1)}`, [
      { type: 'GenerationCancelled', data: { generationId: idOf(1), memberId } },
    ]);
    world.bus.publish(RENDER_CANCELLED, { generationId: idOf(1) });
    await world.stop();
    expect(world.streams.typesOf(idOf(1)).at(-1)).toBe('GenerationCancelled');
  });

  test('is made anyway when only the bus announced the cancellation', async () => {
    const answer = Promise.withResolvers<void>();
    const seen = new ScriptedProvider({
      ask: async (call) => {
        await answer.promise;
        return { pictures: picturesOf(call) };
      },
    });
    const world = await begin(seen);
    world.request();
    await world.streams.waitFor('ProviderCalled');
    world.bus.publish(RENDER_CANCELLED, { generationId: idOf(1) });
    answer.resolve();
    await world.streams.waitFor('GenerationCompleted');
  });
});

describe('a draining worker', () => {
  test('hands back a task, which the next worker polls', async () => {
    let isDone = false;
    const seen = new ScriptedProvider({
      ...tasks,
      poll: (_task, signal) =>
        isDone ? Promise.resolve({ state: 'done', pictures: [{ bytes: Buffer.from('picture') }] }) : hang(signal),
    });
    const world = await begin(seen);
    world.request();
    await world.streams.waitFor('ProviderTaskAccepted');
    await world.stop();
    expect(world.factsOf('RenderingHandedBack')).toMatchObject([{ data: { reason: 'drained' } }]);
    isDone = true;
    await world.worker(seen);
    world.hint();
    await world.streams.waitFor('GenerationCompleted');
    expect(seen.asked).toHaveLength(1);
  });

  test('fails a call in flight as unknown, because its answer cannot be polled', async () => {
    const seen = new ScriptedProvider({ ask: (_call, signal) => hang(signal) });
    const world = await begin(seen);
    world.request();
    await world.streams.waitFor('ProviderCalled');
    await world.stop();
    const cost = { micros: PICTURE_MICROS, certainty: 'perhaps' };
    expect(world.streams.endOf(idOf(1))?.data).toMatchObject({ reason: 'unknown_outcome', cost });
  });

  /** One slot, which a render of the built-in renderer has until it is aborted or `fail` is called. */
  async function busy(seen: ScriptedProvider): Promise<{ world: RemoteWorld; fail: () => void }> {
    const world = new RemoteWorld();
    worlds.push(world);
    const [begun, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<never>()];
    const make: ImageMaker['make'] = (_job, signal) => {
      begun.resolve();
      return Promise.race([hang(signal), failed.promise]);
    };
    const maker = { make, close: () => Promise.resolve() };
    await world.worker(seen, { worker: { slots: 1, drainMs: 60_000, maker } });
    world.streams.append(`generation-${idOf(9)}`, [requested(idOf(9), 1)]);
    world.bus.publish(RENDER_HINT, { generationId: idOf(9), correlationId: 'test' });
    await begun.promise;
    return { world, fail: () => failed.reject(new Error('it failed')) };
  }

  test.each([
    ['waits for a slot', 'remote.after-pictures'],
    ['comes meanwhile', undefined],
  ])('finishes an answer that %s: a render leaves it its slot', async (_, before) => {
    onTestFinished(() => tellFaultPoints(undefined));
    const [reached, answer] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { world } = await busy(
      new ScriptedProvider({ ask: (call) => answer.promise.then(() => ({ pictures: picturesOf(call) })) }),
    );
    tellFaultPoints((name) => {
      if (name === before) setImmediate(reached.resolve);
    });
    world.request();
    await world.streams.waitFor('ProviderCalled');
    if (before !== undefined) {
      answer.resolve();
      await reached.promise;
    }
    const stopped = world.stop();
    answer.resolve();
    await stopped;
    expect(world.streams.endOf(idOf(1))?.type).toBe('GenerationCompleted');
    const handedBack = { type: 'RenderingHandedBack', data: { reason: 'drained' } };
    expect(world.streams.of(idOf(9)).at(-1)).toMatchObject(handedBack);
  });

  test('prepares nothing that it would no longer ask for, and goes on with its renders', async () => {
    const seen = new ScriptedProvider({});
    const { world, fail } = await busy(seen);
    const { blob } = await world.blobs.put(Buffer.from('one'));
    const file = { blob, bytes: 3, width: 8, height: 8 };
    world.request(1, { references: [{ kind: 'own', id: idOf(8), file }] });
    await world.streams.waitFor('RenderingStarted');
    await new Promise(setImmediate); // by then it waits for the slot
    const stopped = world.stop();
    await world.streams.waitFor('RenderingHandedBack');
    expect(world.streams.typesOf(idOf(9))).toEqual(['GenerationRequested', 'RenderingStarted']);
    fail();
    await stopped;
    expect(seen.asked).toEqual([]);
  });
});

describe('an unavailable log or disk', () => {
  test.each(['ProviderCalled', 'ProviderTaskAccepted', 'GenerationCompleted'] as const)(
    'retries to append %s, and repeats no call',
    async (type) => {
      const seen = new ScriptedProvider(tasks);
      const world = await begin(seen);
      world.streams.failing.set(type, new Refused(problems.unavailable));
      world.request();
      await world.streams.waitFor('GenerationCompleted');
      expect(seen.asked).toHaveLength(1);
    },
  );

  test.each([
    ['a task', tasks, 'RenderingHandedBack', { reason: 'error', detail: 'BlobStoreFull' }],
    ['an answer', {}, 'GenerationFailed', { reason: 'no_room', cost: { certainty: 'known' } }],
  ] as const)('ends a generation whose pictures from %s find no room', async (_, script, type, data) => {
    const world = new RemoteWorld();
    worlds.push(world);
    const full = { put: () => Promise.reject(new BlobStoreFull('No room')), open: () => world.blobs.open('') };
    await world.worker(new ScriptedProvider(script), { remote: { blobs: full } });
    world.request();
    await world.streams.waitFor(type);
    expect(world.streams.of(idOf(1)).at(-1)).toMatchObject({ type, data });
  });

  test('retries to finish a picture after the render process dies', async () => {
    const world = new RemoteWorld();
    worlds.push(world);
    const pixels = pixelsOf(world.blobs);
    let deaths = 1;
    const finish: typeof pixels.finish = (task, signal) =>
      deaths-- > 0 ? Promise.reject(new Error('the render process died')) : pixels.finish(task, signal);
    await world.worker(new ScriptedProvider({}), { remote: { pixels: { ...pixels, finish } } });
    world.request();
    await world.streams.waitFor('GenerationCompleted');
  });
});

describe('the circuit breaker of a provider', () => {
  const now = new Date('2026-11-20T10:00:00.000Z');
  const health = (world: RemoteWorld) => (world.streams.facts.get(`provider-${PROVIDER}`) ?? []) as unknown[];
  const until = '2026-11-20T10:00:30.000Z';
  const failed = (reason: string, at: string): never =>
    ({ type: 'ProviderFailing', data: { provider, reason, failures: 5, until: at } }) as never;

  test('opens after repeated failures, and is recorded in its stream', async () => {
    const seen = failing('unauthorized', 401);
    const world = await begin(seen, { remote: { now: () => now } });
    for (let n = 1; n <= 6; n++) {
      world.request(n);
      if (n < 6) await world.streams.ended(idOf(n));
    }
    expect(health(world)).toEqual([failed('unauthorized', until)]);
    await world.stop();
    expect([seen.asked.length, world.streams.typesOf(idOf(6))]).toEqual([5, ['GenerationRequested']]);
  });

  async function failingUntil(at: string) {
    const seen = new ScriptedProvider({});
    const world = new RemoteWorld();
    worlds.push(world);
    world.streams.append(`provider-${PROVIDER}`, [failed('busy', at)]);
    await lookedAt(world, seen, now);
    world.request();
    return { seen, world };
  }

  test('lets generations wait when it half-opens within a minute', async () => {
    const { world } = await failingUntil(until);
    await world.stop();
    expect(world.streams.typesOf(idOf(1))).toEqual(['GenerationRequested']);
  });

  test('fails generations that would wait longer, without a call', async () => {
    const { seen, world } = await failingUntil('2026-11-20T10:05:00.000Z');
    expect((await world.streams.ended()).data).toMatchObject({ reason: 'provider_unavailable' });
    expect(seen.asked).toEqual([]);
  });

  test('closes when a call succeeds while half-open, and is recorded', async () => {
    const { world } = await failingUntil('2026-11-20T09:59:00.000Z');
    await world.streams.waitFor('GenerationCompleted');
    expect(health(world).at(-1)).toEqual({ type: 'ProviderRecovered', data: { provider } });
  });

  test('lets one generation through while half-open', async () => {
    const answer = Promise.withResolvers<void>();
    const seen = new ScriptedProvider({
      ask: async (call) => {
        await answer.promise;
        return { pictures: picturesOf(call) };
      },
    });
    const world = new RemoteWorld();
    worlds.push(world);
    world.streams.append(`provider-${PROVIDER}`, [failed('busy', '2026-11-20T09:59:00.000Z')]);
    await lookedAt(world, seen, now);
    world.request(1);
    world.request(2);
    await world.streams.waitFor('ProviderCalled');
    expect(world.streams.typesOf(idOf(2))).toEqual(['GenerationRequested']);
    answer.resolve();
    await world.streams.waitFor('GenerationCompleted', idOf(2));
  });

  test('lets no call through while an operator has paused the provider', async () => {
    const seen = new ScriptedProvider({});
    const world = new RemoteWorld();
    worlds.push(world);
    const data = { provider, actionId: idOf(8), reason: 'maintenance' };
    world.streams.append(`provider-${PROVIDER}`, [{ type: 'ProviderPaused', data } as never]);
    await lookedAt(world, seen, now);
    world.request();
    expect((await world.streams.ended()).data).toMatchObject({ reason: 'provider_unavailable' });
    expect(seen.asked).toEqual([]);
  });
});

describe('the slots', () => {
  /** Creates a provider that answers when the test opens its gate. */
  function gated(): {
    seen: ScriptedProvider;
    open: () => void;
    most: () => number;
    asked: (n: number) => Promise<void>;
  } {
    const gate = Promise.withResolvers<void>();
    const waiting: { n: number; seen: () => void }[] = [];
    let [inFlight, most] = [0, 0];
    const ask: RemoteProvider['ask'] = async (call) => {
      most = Math.max(most, ++inFlight);
      for (const { n, seen } of waiting) if (inFlight >= n) seen();
      await gate.promise;
      inFlight--;
      return { pictures: picturesOf(call) };
    };
    const asked = (n: number): Promise<void> =>
      inFlight >= n ? Promise.resolve() : new Promise((resolve) => waiting.push({ n, seen: resolve }));
    return { seen: new ScriptedProvider({ ask }), open: gate.resolve, most: () => most, asked };
  }

  test('let a hundred calls be in flight beside two renders', async () => {
    const { seen, open, asked } = gated();
    const world = await begin(seen, { settings: { concurrent: 200 }, slots: 100 });
    for (let n = 1; n <= 120; n++) world.request(n);
    await asked(100);
    expect(seen.asked).toHaveLength(100);
    open();
    for (let n = 1; n <= 120; n++) await world.streams.waitFor('GenerationCompleted', idOf(n));
  });

  test('serve finished pictures before previews, which are dropped while no slot is free', async () => {
    const world = new RemoteWorld();
    worlds.push(world);
    const [isFinishing, isAsked, mayFinish] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ];
    const seen = new ScriptedProvider({
      ask: (call, _signal, onPreview) => {
        onPreview?.(Buffer.from(`preview of the ${call.prompt}`));
        if (call.prompt === 'second') isAsked.resolve();
        return Promise.resolve({ pictures: picturesOf(call) });
      },
    });
    const previews: (string | undefined)[] = [];
    const real = pixelsOf(world.blobs);
    const pixels: typeof real = {
      ...real,
      finish: async (task, signal) => {
        isFinishing.resolve();
        await mayFinish.promise;
        return real.finish(task, signal);
      },
      preview: (blob) => {
        previews.push(world.blobs.stored.get(blob)?.toString());
        return Promise.resolve(undefined);
      },
    };
    await world.worker(seen, { worker: { slots: 1 }, remote: { pixels } });
    world.request(1, { prompt: 'first' });
    await isFinishing.promise;
    world.request(2, { prompt: 'second' });
    await isAsked.promise;
    mayFinish.resolve();
    for (const n of [1, 2]) await world.streams.waitFor('GenerationCompleted', idOf(n));
    world.request(3, { prompt: 'third' });
    await world.streams.waitFor('GenerationCompleted', idOf(3));
    expect(previews).toEqual(['preview of the first', 'preview of the third']);
  });

  test('limit each provider to its own number of calls', async () => {
    const { seen, open, most, asked } = gated();
    const world = await begin(seen, { settings: { concurrent: 3 } });
    for (let n = 1; n <= 4; n++) world.request(n, { count: 4 });
    await asked(3);
    open();
    for (let n = 1; n <= 4; n++) await world.streams.waitFor('GenerationCompleted', idOf(n));
    expect(most()).toBe(3);
  });
});
