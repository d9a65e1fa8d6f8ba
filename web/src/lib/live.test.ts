import { focusManager, onlineManager } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { followLive, type LiveState } from './live.ts';
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
const headersOf = (call: number) => new Headers(fetched.mock.calls[call]?.[1]?.headers);

/** A stream that the test writes to; it breaks, as fetch's own does, when it is given up. */
function stream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (controller = given) });
  fetched.mockImplementationOnce((_, init) => {
    init?.signal?.addEventListener('abort', () => controller?.error(new DOMException('given up', 'AbortError')));
    return Promise.resolve(new Response(body));
  });
  return {
    send: async (text: string) => {
      controller?.enqueue(new TextEncoder().encode(text));
      await vi.advanceTimersByTimeAsync(0);
    },
    end: async () => {
      controller?.close();
      await vi.advanceTimersByTimeAsync(0);
    },
  };
}

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

test('events arrive checked, whatever the cuts of the network; what fits no schema is passed over', async () => {
  const first = stream();
  begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(headersOf(0).get('authorization')).toBe('Bearer secret');
  expect(fetched.mock.calls[0]?.[0]).toBe('/api/live');
  await first.send(': a comment\n\nevent: told\nid: 7\nda');
  await first.send('ta: {"n":1}\n\nevent: told\ndata: {"n":"one"}\n\nevent: other\ndata: {}\n\nevent: told\ndata: {');
  await first.send('\n\nevent: told\ndata: {"n":2}\n\n');
  expect(events).toEqual([
    { name: 'told', data: { n: 1 }, id: '7' },
    { name: 'told', data: { n: 2 }, id: undefined },
  ]);
  expect(states).toEqual(['connecting', 'open']);
});

test('a stream that ends is taken up after its last event', async () => {
  const first = stream();
  stream();
  begin();
  await vi.advanceTimersByTimeAsync(0);
  await first.send('event: told\nid: 7\ndata: {"n":1}\n\nevent: told\ndata: {"n":2}\n\n');
  await first.end();
  expect(states.at(-1)).toBe('down');
  await vi.advanceTimersByTimeAsync(1000);
  expect(headersOf(1).get('last-event-id')).toBe('7');
  expect(states.at(-1)).toBe('open');
});

test('tries come less and less often while there is no server, and wait as long as it asks', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  begin();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched.mock.calls.length).toBeGreaterThan(4);
  expect(fetched.mock.calls.length).toBeLessThan(10);
  stop();

  fetched.mockReset().mockResolvedValue(new Response('', { status: 429, headers: { 'retry-after': '20' } }));
  begin();
  await vi.advanceTimersByTimeAsync(19_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(2000);
  expect(fetched).toHaveBeenCalledTimes(2);
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

test('a stream that says nothing at all is given up and opened again', async () => {
  const first = stream();
  stream();
  begin();
  await vi.advanceTimersByTimeAsync(50_000);
  await first.send(': still here\n\n');
  await vi.advanceTimersByTimeAsync(50_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(12_000);
  expect(fetched).toHaveBeenCalledTimes(2);
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
