import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api.ts';
import { initialForm, orderOf } from './generator-form.ts';
import { accepted, adopted, idOf, keepsItsKey, ordered, refused, resent, without } from './job-list.ts';
import { sampleGeneration } from './testing/sample-generation.ts';

const order = orderOf({ ...initialForm(undefined), prompt: 'A fox' });
const sending = ordered([], 'first', order, 1000);

test('orders stand newest first', () => {
  expect(ordered(sending, 'second', order, 2000).map((job) => job.key)).toEqual(['second', 'first']);
});

test('an accepted order is known by the id of its generation', () => {
  expect(accepted(sending, 'first', 'g1').map(idOf)).toEqual(['g1']);
});

test('a refused order keeps its place and can be sent again or dropped', () => {
  const error = new ApiError('http', 'Insufficient credits', { status: 402 });
  const jobs = refused(ordered(sending, 'second', order, 2000), 'first', error);
  expect(jobs.map((job) => job.phase.name)).toEqual(['sending', 'refused']);
  expect(resent(jobs, 'first').map((job) => job.phase.name)).toEqual(['sending', 'sending']);
  expect(without(jobs, 'first').map((job) => job.key)).toEqual(['second']);
});

test('generations still open after a reload are taken in once, by age; ended ones are not', () => {
  const jobs = accepted(sending, 'first', 'known');
  const found = [
    sampleGeneration({ id: 'known', status: 'processing' }),
    sampleGeneration({ id: 'open', status: 'queued' }),
    sampleGeneration({ id: 'done', status: 'completed' }),
  ];
  const taken = adopted(jobs, found);
  expect(taken.map(idOf)).toEqual(['open', 'known']);
  expect(adopted(taken, found)).toBe(taken);
});

test('nothing is taken in while an answer is still to come, as it may be the very one', () => {
  expect(adopted(sending, [sampleGeneration()])).toBe(sending);
});

test('the same generation never has two cards', () => {
  const taken = adopted([], [sampleGeneration({ id: 'g1' })]);
  expect(accepted(ordered(taken, 'late', order, 1), 'late', 'g1').map((job) => job.key)).toEqual(['late']);
});

test('only where nobody knows what happened is the key kept', () => {
  expect(keepsItsKey(new ApiError('network', ''))).toBe(true);
  expect(keepsItsKey(new ApiError('timeout', ''))).toBe(true);
  expect(keepsItsKey(new ApiError('http', '', { status: 503 }))).toBe(true);
  expect(keepsItsKey(new ApiError('http', '', { status: 402 }))).toBe(false);
  expect(keepsItsKey(new ApiError('http', '', { status: 409 }))).toBe(false);
});
