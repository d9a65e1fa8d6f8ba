import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { token } from '../../lib/token.ts';
import { initialForm, orderOf } from './generator-form.ts';
import { forgetJobs, jobActions, jobList } from './jobs.ts';

const order = orderOf({ ...initialForm(undefined), prompt: 'A fox' });
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
