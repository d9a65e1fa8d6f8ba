import { LogUnavailable } from '@easel/kernel/event-log.errors';
import { expect, test, vi } from 'vitest';
import { MemoryLog } from '../testing/memory-log.ts';
import { Recorder } from '../testing/recorded.ts';
import { counted, tallyProjector } from '../testing/tally.projector.ts';
import { readModel } from '../kernel/projector.ts';
import { LagCounter } from './lag-counter.ts';

const model = readModel(tallyProjector());

function stored(facts: number): MemoryLog {
  const recorder = new Recorder();
  return new MemoryLog(
    Array.from({ length: facts }, (_, n) => ({
      ...counted(recorder, n % 2 === 0 ? 'tally-a' : 'other-b'),
      recordedAt: new Date(Date.UTC(2026, 10, 21, 10, n)),
    })),
  );
}

test('counts its own facts behind the checkpoint, and tells when the oldest was recorded', async () => {
  const log = stored(10);
  const lags = new LagCounter(log);
  const head = await log.head();
  const oldestAt = new Date('2026-11-21T10:04:00Z');
  expect(await lags.of(model, 20n, head)).toEqual({ events: 3, more: false, oldestAt });
  expect(await lags.of(model, -1n, head)).toMatchObject({ events: 5, more: false });
  expect(await lags.of(model, 80n, head)).toEqual({ events: 0, more: false, oldestAt: undefined });
});

test('reads nothing at the end of the log, nor again what has not changed', async () => {
  const log = stored(10);
  const reading = vi.spyOn(log, 'subscribe');
  const lags = new LagCounter(log);
  const head = await log.head();
  expect(await lags.of(model, head, head)).toEqual({ events: 0, more: false, oldestAt: undefined });
  expect(reading).not.toHaveBeenCalled();
  await Promise.all([lags.of(model, 20n, head), lags.of(model, 20n, head)]);
  await lags.of(model, 20n, head);
  expect(reading).toHaveBeenCalledTimes(1);
  expect(await lags.of(model, 40n, head)).toMatchObject({ events: 2 });
});

test('stops counting at its bound, says so, and does not begin again at once', async () => {
  const log = stored(100);
  const reading = vi.spyOn(log, 'subscribe');
  const lags = new LagCounter(log, { most: 20 });
  const head = await log.head();
  expect(await lags.of(model, -1n, head)).toMatchObject({ events: 20, more: true });
  expect(await lags.of(model, 20n, head)).toMatchObject({ events: 20, more: true });
  expect(reading).toHaveBeenCalledTimes(1);
});

test('breaks off what takes too long', async () => {
  const log = stored(10);
  vi.spyOn(log, 'subscribe').mockImplementation(async function* ({ signal }) {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
    yield* [];
  });
  expect(await new LagCounter(log, { countedForMs: 10 }).of(model, 0n, await log.head())).toEqual({
    events: 0,
    more: true,
    oldestAt: undefined,
  });
});

test('is not known while the log is away', async () => {
  const log = stored(10);
  const lags = new LagCounter(log);
  const unknown = { events: undefined, more: false, oldestAt: undefined };
  expect(await lags.of(model, 0n, undefined)).toEqual(unknown);
  const head = await log.head();
  log.fail(new LogUnavailable(new Error('gone')));
  expect(await lags.of(model, 0n, head)).toEqual(unknown);
  expect(await lags.of(model, 0n, head)).toMatchObject({ events: 4 });
});
