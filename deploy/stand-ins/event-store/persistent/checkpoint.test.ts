import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Checkpoint } from './checkpoint.ts';
import { Progress } from './progress.ts';
import type { GroupSettings } from './settings.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settings: GroupSettings = {
  resolveLinks: false,
  extraStatistics: false,
  messageTimeoutMs: 0,
  maxRetryCount: 10,
  checkpointAfterMs: 1_000,
  minCheckpointCount: 5,
  maxCheckpointCount: 8,
  maxSubscriberCount: 0,
  liveBufferSize: 500,
  historyBufferSize: 500,
  readBatchSize: 20,
  strategy: 'RoundRobin',
};

/** A group on $all whose events stand 300 apart; `saved` is what was written down, in order. */
function checkpointed() {
  const saved: number[] = [];
  const progress = new Progress(1);
  const database = { saveCheckpoint: (_id: string, next: number) => Promise.resolve(void saved.push(next)) };
  const config = { id: 'id', stream: null, group: 'g', start: 'start' as const, from: 1, filter: null, settings };
  const checkpoint = new Checkpoint(config, 1, database, () => progress.next, pino({ level: 'silent' }));
  let number = 0;
  const settle = (events: number) => {
    for (let left = events; left > 0; left -= 1) {
      progress.settle(progress.take((number += 1) * 300));
      checkpoint.count();
    }
  };
  const pass = (events: number) => {
    progress.pass((number += events) * 300 + 1);
    checkpoint.count(events);
  };
  return { saved, checkpoint, settle, pass };
}

test('is written in time once enough events are settled, however far apart they stand', async () => {
  const { saved, checkpoint, settle } = checkpointed();
  settle(4);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saved).toEqual([]);
  settle(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual([1_501]);
  settle(4);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(saved).toEqual([1_501]);
  await checkpoint.close();
  expect(saved).toEqual([1_501, 2_701]);
});

test('is written at once when very many are settled', async () => {
  const { saved, checkpoint, settle } = checkpointed();
  settle(8);
  await vi.advanceTimersByTimeAsync(0);
  expect(saved).toEqual([2_401]);
  await checkpoint.close();
  expect(saved).toHaveLength(1);
});

test('counts events that a filter leaves out: a group that wants little does not begin again from far behind', async () => {
  const { saved, checkpoint, settle, pass } = checkpointed();
  settle(1);
  pass(4);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(saved).toEqual([1_501]);
  await checkpoint.close();
});
