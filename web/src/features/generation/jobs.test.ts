import { onlineManager, QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sessionStore } from '../../lib/storage.ts';
import { token } from '../../lib/token.ts';
import { initialForm, ordersOf } from './generator-form.ts';
import { forgetJobs, jobActions, jobList } from './jobs.ts';
import { outbox } from './outbox.ts';
import { promptHistory } from './prompt-history.ts';

const order = ordersOf({ ...initialForm(undefined), prompt: 'A fox' });
const batch = ordersOf({ ...initialForm(undefined), several: true, prompt: 'A hare\nAn owl' });
const taken = () =>
  Promise.resolve(Response.json({ success: true, generation: { id: 'g1', status: 'queued' } }, { status: 202 }));
const fetched = vi.fn<typeof fetch>();
const keys = () => fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get('idempotency-key'));
const phases = () => jobList().map((job) => job.phase.name);
const actions = jobActions(new QueryClient());

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', fetched);
  token.set('secret');
});
afterEach(() => {
  forgetJobs();
  onlineManager.setOnline(true);
  fetched.mockReset();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('each order has its own key, and several are under way at once', async () => {
  fetched.mockImplementation(taken);
  actions.order(order);
  actions.order(order);
  expect(phases()).toEqual(['sending', 'sending']);
  await vi.runAllTimersAsync();
  expect(new Set(keys()).size).toBe(2);
});

test('an order that got no answer is sent again under the same key', async () => {
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch')).mockImplementation(taken);
  actions.order(order);
  await vi.runAllTimersAsync();
  expect(phases()).toEqual(['accepted']);
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
});

test('after some tries it says so; sent again by hand it still has the same key', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  actions.order(order);
  await vi.runAllTimersAsync();
  const [job] = jobList();
  expect(phases()).toEqual(['refused']);
  expect(keys()).toHaveLength(3);

  fetched.mockImplementation(taken);
  if (job) actions.again(job);
  await vi.runAllTimersAsync();
  expect(phases()).toEqual(['accepted']);
  expect(new Set(keys()).size).toBe(1);
});

test('a refusal is not repeated by itself; tried again it is a new wish', async () => {
  fetched.mockImplementation(() =>
    Promise.resolve(Response.json({ success: false, message: 'Insufficient credits' }, { status: 402 })),
  );
  actions.order(order);
  await vi.runAllTimersAsync();
  expect(keys()).toHaveLength(1);
  const [job] = jobList();
  if (job) actions.again(job);
  await vi.runAllTimersAsync();
  expect(new Set(keys()).size).toBe(2);
  expect(phases()).toEqual(['refused']);
});

test('after sign-out nothing more is sent, and a late answer changes nothing', async () => {
  fetched.mockRejectedValue(new TypeError('Failed to fetch'));
  actions.order(order);
  await vi.advanceTimersByTimeAsync(0);
  forgetJobs();
  await vi.runAllTimersAsync();
  expect(keys()).toHaveLength(1);
  expect(jobList()).toEqual([]);
});

test('several prompts go in one call, and each is known by its own generation', async () => {
  fetched.mockImplementation(() =>
    Promise.resolve(
      Response.json({
        success: true,
        generations: [
          { id: 'g1', status: 'queued' },
          { id: 'g2', status: 'queued' },
        ],
        credits: { charged: 20, balance: 30 },
      }),
    ),
  );
  actions.order(batch);
  expect(phases()).toEqual(['sending', 'sending']);
  await vi.runAllTimersAsync();
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(['/api/generation/generate/batch']);
  expect(jobList().map(({ order: sent, phase }) => [sent?.prompt, phase])).toEqual([
    ['A hare', { name: 'accepted', id: 'g1' }],
    ['An owl', { name: 'accepted', id: 'g2' }],
  ]);
});

test('a batch that was refused is sent again as a whole', async () => {
  fetched.mockImplementation(() =>
    Promise.resolve(Response.json({ success: false, message: 'Insufficient credits' }, { status: 402 })),
  );
  actions.order(batch);
  await vi.runAllTimersAsync();
  expect(phases()).toEqual(['refused', 'refused']);
  const [, job] = jobList();
  if (job) actions.again(job);
  expect(jobList().map(({ order: sent }) => sent?.prompt)).toEqual(['A hare', 'An owl']);
  await vi.runAllTimersAsync();
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('without a connection an order waits, and goes when there is one', async () => {
  fetched.mockImplementation(taken);
  onlineManager.setOnline(false);
  actions.order(order);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(phases()).toEqual(['waiting']);
  expect(fetched).not.toHaveBeenCalled();
  onlineManager.setOnline(true);
  await vi.runAllTimersAsync();
  expect(phases()).toEqual(['accepted']);
});

test('what waits can be given up', async () => {
  fetched.mockImplementation(taken);
  onlineManager.setOnline(false);
  actions.order(order);
  const [job] = jobList();
  if (job) actions.dismiss(job);
  onlineManager.setOnline(true);
  await vi.runAllTimersAsync();
  expect(fetched).not.toHaveBeenCalled();
  expect(outbox.read()).toEqual([]);
});

test('an order without an answer outlives a reload, and goes again under its key', async () => {
  fetched.mockImplementation(() => new Promise(() => {}));
  actions.order(order);
  const [kept] = outbox.read();
  expect(kept?.orders).toEqual(order);

  // What a reload leaves: the outbox, and no list.
  forgetJobs();
  outbox.keep([]);
  expect(outbox.read()).toEqual([]);
  sessionStorageOf([kept]);
  fetched.mockReset().mockImplementation(taken);
  actions.resume();
  actions.resume();
  await vi.runAllTimersAsync();
  expect(keys()).toEqual([kept?.key]);
  expect(phases()).toEqual(['accepted']);
  expect(outbox.read()).toEqual([]);
});

test('prompts are remembered when they are ordered, and forgotten at sign-out', () => {
  fetched.mockImplementation(() => new Promise(() => {}));
  actions.order(batch);
  expect(promptHistory.get()).toEqual(['An owl', 'A hare']);
  forgetJobs();
  expect(promptHistory.get()).toEqual([]);
});

const sessionStorageOf = (requests: unknown) => sessionStore.set('generation-outbox', JSON.stringify(requests));

test('orders that are not understood are sent anew once the member agrees, or go back to the form', async () => {
  const refusal = { success: false, message: 'Not known', code: 'generation.not_understood' };
  fetched.mockImplementation(() => Promise.resolve(Response.json(refusal, { status: 409 })));
  actions.order(batch);
  await vi.runAllTimersAsync();
  const [first] = jobList();
  fetched.mockImplementation(() => Promise.resolve(Response.json(refusal, { status: 409 })));
  if (first) actions.agree(first);
  await vi.runAllTimersAsync();
  const sent = fetched.mock.calls.map(([, init]) => JSON.parse(init?.body as string) as { requests: object[] });
  expect(sent[0]?.requests.every((one) => !('agreed' in one))).toBe(true);
  expect(sent[1]?.requests).toEqual(batch.map((one) => ({ ...one, agreed: true })));
  expect(new Set(keys()).size).toBe(2);

  const [again] = jobList();
  expect(again && actions.withdraw(again).map(({ prompt }) => prompt)).toEqual(['A hare', 'An owl']);
  expect(jobList()).toEqual([]);
});

test('an order whose price has changed is sent anew at the new one, once the member agrees', async () => {
  const refusal = { success: false, message: 'The price', code: 'providers.price_changed', expected: 7.5 };
  fetched.mockImplementation(() => Promise.resolve(Response.json(refusal, { status: 409 })));
  actions.order(order.map((one) => ({ ...one, expected_credits: 5 })));
  await vi.runAllTimersAsync();
  const [refused] = jobList();
  fetched.mockImplementation(taken);
  if (refused) actions.reprice(refused, 7.5);
  await vi.runAllTimersAsync();
  const sent = fetched.mock.calls.map(([, init]) => JSON.parse(init?.body as string) as object);
  expect(sent).toMatchObject([{ expected_credits: 5 }, { expected_credits: 7.5 }]);
  expect(new Set(keys()).size).toBe(2);
  expect(phases()).toEqual(['accepted']);
});

test('of a reference only what the server asks is sent', async () => {
  fetched.mockImplementation(taken);
  const shown = { name: 'A fox', thumbnail_url: '/a.webp', width: 1, height: 1, thumbhash: '' };
  const references = [{ kind: 'image' as const, id: 'a', generation_id: 'g', role: 'style' as const, ...shown }];
  actions.order(order.map((one) => ({ ...one, references })));
  await vi.runAllTimersAsync();
  const body = JSON.parse(fetched.mock.calls[0]?.[1]?.body as string) as { references: object[] };
  expect(body.references).toEqual([{ kind: 'image', id: 'a', generation_id: 'g', role: 'style' }]);
});
