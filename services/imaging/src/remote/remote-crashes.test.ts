import { MAX_ATTEMPTS } from '@easel/contracts/generation/policy';
import { tellFaultPoints } from '@easel/kernel/server/fault-point';
import { afterEach, expect, test } from 'vitest';
import { RemoteFailure, type RemoteProvider } from '../providers/remote-provider.ts';
import { PICTURE_MICROS, pixelsOf, RemoteWorld, ScriptedProvider, tasks } from '../testing/remote-world.ts';
import { idOf } from '../testing/streams.ts';

const worlds: RemoteWorld[] = [];
afterEach(async () => {
  tellFaultPoints(undefined);
  await Promise.all(worlds.splice(0).map((world) => world.stop()));
});

const never = <T>(): Promise<T> => new Promise<T>(() => undefined);
const inAnHour = () => new Date(Date.now() + 3_600_000);

/**
 * Kills a worker at a failpoint: from then on nothing it does reaches the log, the provider or the blobs. Another
 * worker takes over when its lease expires.
 */
async function killAt(
  point: string,
  provider: ScriptedProvider,
  { count = 1, concurrent = 8 }: { count?: number; concurrent?: number } = {},
): Promise<RemoteWorld> {
  const world = new RemoteWorld();
  worlds.push(world);
  const dead = Promise.withResolvers<void>();
  let isDead = false;
  tellFaultPoints((name) => {
    if (name !== point) return;
    isDead = true;
    dead.resolve();
  });
  /** Wraps an object so that its methods never return once the worker is dead. */
  const mortal = <T extends object>(object: T): T =>
    new Proxy(object, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...rest: unknown[]): unknown => (isDead ? never() : Reflect.apply(value, target, rest));
      },
    });
  // The dead worker cannot be stopped: its calls never return.
  const doomed = new RemoteWorld();
  Object.assign(doomed, { streams: world.streams, bus: mortal(world.bus), blobs: world.blobs });
  const settings = { budget: { day: 100 }, concurrent };
  const remote = { runner: mortal(world.streams), blobs: mortal(world.blobs), pixels: mortal(pixelsOf(world.blobs)) };
  await doomed.worker(mortal(provider), { settings, remote });
  world.request(1, { count });
  await dead.promise;
  tellFaultPoints(undefined);
  await world.worker(provider, { settings, worker: { now: inAnHour } });
  world.hint();
  return world;
}

const asksOfImage = ({ asked }: ScriptedProvider): number[] => {
  const seeds = asked.flatMap(({ seed, images }) => Array.from({ length: images }, (_, n) => seed + n));
  return [...new Set(seeds)].map((seed) => seeds.filter((one) => one === seed).length);
};

const completes = { type: 'GenerationCompleted', certainty: 'known' };
const isUnknown = { type: 'GenerationFailed', reason: 'unknown_outcome', certainty: 'perhaps' };

test.each([
  ['imaging.after-claim', completes, 1],
  ['remote.after-reserve', completes, 1],
  ['remote.after-call', isUnknown, 0],
  ['remote.after-answer', isUnknown, 1],
  ['remote.after-pictures', isUnknown, 1],
  ['remote.after-finish', isUnknown, 1],
  ['remote.after-complete', completes, 1],
])('ends once after a crash at %s with a synchronous provider, and repeats no call', async (point, end, asks) => {
  const provider = new ScriptedProvider({});
  const world = await killAt(point, provider);
  const { type, data } = await world.streams.ended();
  expect({ type, ...data }).toMatchObject({
    type: end.type,
    ...('reason' in end && { reason: end.reason }),
    cost: {
      micros: PICTURE_MICROS,
      certainty: end.certainty,
    },
  });
  await world.stop();
  expect(provider.asked).toHaveLength(asks);
  expect(world.streams.endOf(idOf(1))).toBeDefined();
});

test.each([
  ['imaging.after-claim', completes, 1],
  ['remote.after-reserve', completes, 1],
  ['remote.after-call', isUnknown, 0],
  ['remote.after-answer', isUnknown, 1],
  ['remote.after-task', completes, 1],
  ['remote.after-result', completes, 1],
  ['remote.after-pictures', completes, 1],
  ['remote.after-finish', completes, 1],
  ['remote.after-complete', completes, 1],
])('ends once after a crash at %s with a task, and resumes polling', async (point, end, asks) => {
  const provider = new ScriptedProvider(tasks);
  const world = await killAt(point, provider);
  const { type, data } = await world.streams.ended();
  expect({ type, ...data }).toMatchObject({ type: end.type, cost: { certainty: end.certainty } });
  await world.stop();
  expect(provider.asked).toHaveLength(asks);
});

test.each(['remote.after-refusal', 'remote.after-health', 'remote.after-end'])(
  'ends once after a crash at %s with a busy provider, within the limit of retries',
  async (point) => {
    const busy: RemoteProvider['ask'] = () => Promise.reject(new RemoteFailure('busy', 'slow down', 429));
    const provider = new ScriptedProvider({ ask: busy });
    // Request two images, so that the failures open the circuit breaker.
    const after = await killAt(point, provider, { count: 2 });
    expect(await after.streams.ended()).toMatchObject({ data: { reason: 'provider_unavailable' } });
    await after.stop();
    expect(provider.asked.length).toBeLessThanOrEqual(2 * 2 * MAX_ATTEMPTS);
    expect(after.streams.endOf(idOf(1))?.data).not.toHaveProperty('cost');
  },
);

test('polls recorded tasks, and requests only the missing images', async () => {
  const provider = new ScriptedProvider(tasks);
  const world = await killAt('remote.after-task', provider, { count: 4, concurrent: 1 });
  expect((await world.streams.ended()).type).toBe('GenerationCompleted');
  await world.stop();
  expect(asksOfImage(provider)).toEqual([1, 1, 1, 1]);
  expect(world.factsOf('VariantCreated').map(({ data }) => 'index' in data && data.index)).toEqual([0, 1, 2, 3]);
});
