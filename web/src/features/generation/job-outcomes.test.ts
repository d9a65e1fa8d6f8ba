import { expect, test } from 'vitest';
import { initialForm, ordersOf } from './generator-form.ts';
import { accepted, ordered, type JobList } from './job-list.ts';
import { JobOutcomes, type Ended } from './job-outcomes.ts';

const orders = ordersOf({ ...initialForm(undefined), several: true, prompt: 'A fox\nA hare' });
const batch = accepted(ordered([], { key: 'wish', orders }, 0), 'wish', ['a', 'b']);
const ended = (id: string, status: Ended['status'], variantOf: string | null = null): Ended => ({
  id,
  status,
  variantOf,
});
const told = (jobs: JobList, ...all: Ended[]) => {
  const outcomes = new JobOutcomes();
  return all.map((one) => outcomes.tell(one, jobs)?.text);
};

test('each job is told of once, in the specified words', () => {
  expect(
    told([], ended('a', 'completed'), ended('a', 'completed'), ended('b', 'failed'), ended('c', 'cancelled')),
  ).toEqual(['Image generated successfully!', undefined, 'Generation failed', 'This generation was cancelled']);
});

test('variants have words of their own', () => {
  expect(told([], ended('a', 'completed', 'x'), ended('b', 'failed', 'x'))).toEqual([
    'Variant created successfully!',
    'Failed to create variant',
  ]);
});

test('a batch is told of with its last job', () => {
  expect(told(batch, ended('b', 'completed'), ended('a', 'completed'))).toEqual([
    undefined,
    'Batch generation completed!',
  ]);
  expect(told(batch, ended('b', 'failed'), ended('a', 'completed'))).toEqual([undefined, 'Batch generation failed']);
  expect(told(batch, ended('b', 'cancelled'), ended('a', 'completed'))).toEqual([
    undefined,
    'Batch generation completed!',
  ]);
});
