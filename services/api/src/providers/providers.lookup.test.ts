import type { Bus } from '@easel/kernel/bus/bus';
import type { DeciderRunner } from '@easel/kernel/deciding/decider-runner';
import { expect, test, vi } from 'vitest';
import { provider } from './provider.decider.ts';
import { builtInProvider } from './providers.config.ts';
import { PROVIDERS_LOOKUP_MS, PROVIDERS_SUBJECT, ProvidersLookup } from './providers.lookup.ts';
import { routing } from './routing.decider.ts';

/** Creates a lookup with streams, a clock and a bus that the test controls. */
function staged() {
  const clock = { ms: 0 };
  const streams = { isPaused: false };
  const hearers = new Map<string, (payload: unknown) => void>();
  const fold = vi.fn<(stream: string) => Promise<{ state: object }>>((stream) => {
    const standing = { ...provider.initial(), pausedFor: streams.isPaused ? 'a test' : null };
    return Promise.resolve({ state: stream === 'settings-routing' ? routing.initial() : standing });
  });
  const bus = {
    subscribe: (subject: string, hear: (payload: unknown) => void) => {
      hearers.set(subject, hear);
      return Promise.resolve(() => Promise.resolve());
    },
  } as unknown as Bus;
  const runner = { fold } as unknown as DeciderRunner;
  const pace = { expectedMs: () => null };
  const lookup = new ProvidersLookup([builtInProvider], runner, bus, pace, () => clock.ms);
  const state = async () => (await lookup.current()).providers[0]?.availability.state;
  return { clock, streams, hearers, fold, lookup, state };
}

test('shows a change within five seconds when the bus is down', async () => {
  const { clock, streams, state } = staged();
  expect(await state()).toBe('ready');
  streams.isPaused = true;
  clock.ms = PROVIDERS_LOOKUP_MS - 1;
  expect(await state()).toBe('ready');
  clock.ms = PROVIDERS_LOOKUP_MS;
  expect(await state()).toBe('paused');
  expect(PROVIDERS_LOOKUP_MS).toBeLessThan(5_000);
});

test('shows a change as soon as the bus hints at it', async () => {
  const { streams, hearers, lookup, state } = staged();
  await lookup.onModuleInit();
  expect(await state()).toBe('ready');
  streams.isPaused = true;
  hearers.get(PROVIDERS_SUBJECT)?.({});
  expect(await state()).toBe('paused');
});

test('reads each stream once for concurrent callers', async () => {
  const { fold, state } = staged();
  await Promise.all(Array.from({ length: 50 }, state));
  expect(fold.mock.calls.map(([stream]) => stream)).toEqual(['settings-routing', 'provider-procedural']);
});
