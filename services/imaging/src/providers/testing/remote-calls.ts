import { providersFile, type ProviderSettings } from '@easel/contracts/providers/file';
import type { GenerationSettings } from '@easel/contracts/generation/events';
import { expect, onTestFinished, vi } from 'vitest';
import { RemoteFailure, type RemoteCall } from '../remote-provider.ts';

const settings: GenerationSettings = {
  model: 'auto',
  engine: 'automatic',
  style: 'auto',
  aspectRatio: 'square_1_1',
  resolution: '1k',
  outputFormat: 'png',
  seed: 7,
  count: 1,
  safetyTolerance: 2,
  enhancePrompt: false,
  rawMode: false,
  creativeDetailing: 33,
  filterNsfw: true,
  isTshirtDesign: false,
};

/** Creates a call as a worker makes it. */
export const remoteCall = (
  over: Partial<Omit<RemoteCall, 'settings'>> & { settings?: Partial<GenerationSettings> } = {},
): RemoteCall => ({
  call: '0b6e1a52-5a70-4a3e-9c0d-1c6a2f3b4d5e',
  prompt: 'an owl that reads a book',
  negativePrompt: '',
  seed: 7,
  images: 1,
  size: { width: 1024, height: 1024 },
  references: [],
  ...over,
  settings: { ...settings, ...over.settings },
});

/** Creates settings by parsing them like the file of providers. */
export function settingsOf<Name extends ProviderSettings['protocol']>(
  protocol: Name,
  entry: Record<string, unknown>,
): Extract<ProviderSettings, { protocol: Name }> {
  const [read] = providersFile.parse({ providers: [{ name: 'test', label: 'Test', protocol, ...entry }] }).providers;
  if (read?.protocol !== protocol) throw new Error('The file was read as something else');
  return read as Extract<ProviderSettings, { protocol: Name }>;
}

/** Returns the failure that a promise rejects with. */
export async function failureIn(promise: Promise<unknown>): Promise<RemoteFailure> {
  const thrown: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(RemoteFailure);
  return thrown as RemoteFailure;
}

export const never = (): AbortSignal => new AbortController().signal;

/** Freezes the clock for the rest of the test. Returns a function that advances it. */
export function stoppedClock(): (ms: number) => void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  return (ms) => {
    vi.advanceTimersByTime(ms);
  };
}
