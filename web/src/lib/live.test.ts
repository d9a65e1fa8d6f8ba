import type { LiveState } from '@easel/contracts/kernel/client/live';
import { streamOnce } from '@easel/contracts/kernel/testing/fake-stream';
import { focusManager, onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { followLive } from './live.ts';
import { token } from './token.ts';

const route = { method: 'GET', path: '/api/live', side: 'command', access: 'member' } as const;
const schemas = { told: z.object({ n: z.number() }) };

const fetched = vi.fn<typeof fetch>();
let states: LiveState[] = [];
let events: unknown[] = [];
let stop = () => {};

const begin = () => {
  stop = followLive(route, schemas, {
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
  });
};
const stream = () => streamOnce(fetched);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  focusManager.setFocused(true);
  onlineManager.setOnline(true);
  token.set('secret');
  states = [];
  events = [];
});
afterEach(() => {
  stop();
  fetched.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('without a connection nothing is tried; it begins anew at once when there is one', async () => {
  const first = stream();
  const second = stream();
  begin();
  await vi.advanceTimersByTimeAsync(0);
  onlineManager.setOnline(false);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(states.at(-1)).toBe('paused');
  expect(fetched).toHaveBeenCalledTimes(1);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(0);
  await second.send('event: told\ndata: {"n":3}\n\n');
  expect(events).toEqual([{ name: 'told', data: { n: 3 }, id: undefined }]);
  await expect(first.end()).rejects.toThrow('already closed');
});

test('a page out of sight keeps its stream for a while only', async () => {
  stream();
  stream();
  begin();
  focusManager.setFocused(false);
  await vi.advanceTimersByTimeAsync(9000);
  expect(states.at(-1)).toBe('open');
  await vi.advanceTimersByTimeAsync(2000);
  expect(states.at(-1)).toBe('paused');
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe('open');
});

test('a page that was opened out of sight begins when it is looked at', async () => {
  stream();
  focusManager.setFocused(false);
  begin();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).not.toHaveBeenCalled();
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(states.at(-1)).toBe('open');
});

test('a dead session ends it, and so does the follower', async () => {
  fetched.mockResolvedValueOnce(new Response('', { status: 401 }));
  begin();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(token.get()).toBeNull();
  expect(fetched).toHaveBeenCalledTimes(1);

  token.set('another');
  stream();
  begin();
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(2);
});
