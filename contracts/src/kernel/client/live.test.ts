import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { streamOnce } from '../testing/fake-stream.ts';
import { ApiError } from './api-error.ts';
import { checkedShape } from './checked-shape.ts';
import { createClient } from './client.ts';
import { followLive, type LiveState } from './live.ts';

const route = { method: 'GET', path: '/api/live', side: 'command', access: 'member' } as const;
const schemas = { told: z.object({ n: z.number() }) };
const { send } = createClient({ readShape: checkedShape, bearer: () => 'secret' });

const fetched = vi.fn<typeof fetch>();
let states: LiveState[] = [];
let events: unknown[] = [];
let stop = () => {};
const onSignedOut = vi.fn<(refusal: ApiError) => void>();
const begin = () => {
  stop = followLive({
    send,
    route,
    schemas,
    readShape: checkedShape,
    onEvent: (event) => events.push(event),
    onState: (state) => states.push(state),
    onSignedOut,
  });
};
const headersOf = (call: number) => new Headers(fetched.mock.calls[call]?.[1]?.headers);
const stream = () => streamOnce(fetched);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  states = [];
  events = [];
});
afterEach(() => {
  stop();
  fetched.mockReset();
  onSignedOut.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('events arrive checked, whatever the cuts of the network; what fits no schema is passed over', async () => {
  const first = stream();
  begin();
  await vi.advanceTimersByTimeAsync(0);
  expect(headersOf(0).get('authorization')).toBe('Bearer secret');
  expect(headersOf(0).get('accept')).toBe('text/event-stream');
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

test('a dead session ends it and says so, and so does the follower', async () => {
  fetched.mockResolvedValueOnce(new Response('', { status: 401 }));
  begin();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(1);
  expect(onSignedOut).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 401 }));

  stream();
  begin();
  await vi.advanceTimersByTimeAsync(0);
  stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(fetched).toHaveBeenCalledTimes(2);
  expect(onSignedOut).toHaveBeenCalledOnce();
});
