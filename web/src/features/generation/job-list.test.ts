import { ApiError } from '@easel/contracts/kernel/client/api-error';
import { expect, test } from 'vitest';
import { initialForm, ordersOf } from './generator-form.ts';
import {
  accepted,
  adopted,
  idOf,
  inPhase,
  keepsItsKey,
  ordered,
  retried,
  underWayOf,
  requestOf,
  without,
} from './job-list.ts';
import { sampleGeneration } from './testing/sample-generation.ts';

const orders = ordersOf({ ...initialForm(undefined), prompt: 'A fox' });
const sending = ordered([], { key: 'first', orders }, 1000);
const two = ordersOf({ ...initialForm(undefined), several: true, prompt: 'A hare\nAn owl' });

test('orders stand newest first, those of a batch in their order', () => {
  const jobs = ordered(sending, { key: 'second', orders: two }, 2000);
  expect(jobs.map(({ key, order }) => [key, order?.prompt])).toEqual([
    ['second/0', 'A hare'],
    ['second/1', 'An owl'],
    ['first', 'A fox'],
  ]);
  expect(requestOf(jobs, 'second')).toEqual({ key: 'second', orders: two });
});

test('accepted orders are known by the ids of their generations', () => {
  const jobs = ordered(sending, { key: 'second', orders: two }, 2000);
  expect(accepted(jobs, 'second', ['g1', 'g2']).map(idOf)).toEqual(['g1', 'g2', undefined]);
});

test('a refused batch keeps its place and can be sent again or dropped', () => {
  const error = new ApiError('http', 'Insufficient credits', { status: 402 });
  const jobs = inPhase(ordered(sending, { key: 'second', orders: two }, 2000), 'second', { name: 'refused', error });
  expect(jobs.map((job) => job.phase.name)).toEqual(['refused', 'refused', 'sending']);
  expect(inPhase(jobs, 'second', { name: 'sending' }).map((job) => job.phase.name)).toEqual([
    'sending',
    'sending',
    'sending',
  ]);
  expect(without(jobs, 'second/0').map((job) => job.key)).toEqual(['second/1', 'first']);
});

test('generations still open after a reload are taken in once, by age; ended ones are not', () => {
  const jobs = accepted(sending, 'first', ['known']);
  const found = [
    sampleGeneration({ id: 'known', status: 'processing' }),
    sampleGeneration({ id: 'open', status: 'queued' }),
    sampleGeneration({ id: 'done', status: 'completed' }),
  ].map(underWayOf);
  const taken = adopted(jobs, found);
  expect(taken.map(idOf)).toEqual(['open', 'known']);
  expect(adopted(taken, found)).toBe(taken);
});

test('nothing is taken in while an answer is still to come, as it may be the very one', () => {
  const found = [underWayOf(sampleGeneration())];
  expect(adopted(sending, found)).toBe(sending);
  expect(adopted(inPhase(sending, 'first', { name: 'waiting' }), found)).toHaveLength(2);
});

test('the same generation never has two cards', () => {
  const taken = adopted([], [underWayOf(sampleGeneration({ id: 'g1' }))]);
  expect(accepted(ordered(taken, { key: 'late', orders }, 1), 'late', ['g1']).map((job) => job.key)).toEqual(['late']);
  const failed = accepted(sending, 'first', ['g0']);
  expect(retried([...failed, ...taken], 'first', 'g1').map(idOf)).toEqual(['g1']);
});

test('only where nobody knows what happened is the key kept', () => {
  expect(keepsItsKey(new ApiError('network', ''))).toBe(true);
  expect(keepsItsKey(new ApiError('timeout', ''))).toBe(true);
  expect(keepsItsKey(new ApiError('http', '', { status: 503 }))).toBe(true);
  expect(keepsItsKey(new ApiError('http', '', { status: 402 }))).toBe(false);
  expect(keepsItsKey(new ApiError('http', '', { status: 409 }))).toBe(false);
});
