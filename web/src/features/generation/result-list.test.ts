import { expect, test } from 'vitest';
import { initialForm, ordersOf } from './generator-form.ts';
import { accepted, ordered } from './job-list.ts';
import { recentWork } from './recent-work.ts';
import { expectedOf, resultsOf, sectionsOf } from './result-list.ts';
import { sampleGeneration, sampleVariant } from './testing/sample-generation.ts';

const NOW = Date.parse('2026-11-21T12:00:00.000Z');
const single = (prompt: string) => ordersOf({ ...initialForm(undefined), prompt });
const batch = ordersOf({ ...initialForm(undefined), several: true, prompt: 'A hare\nAn owl' });
const done = (id: string, changes: Partial<Parameters<typeof sampleGeneration>[0]> = {}) =>
  sampleGeneration({ id, status: 'completed', original_prompt: id, variants: [sampleVariant(id)], ...changes });
const none = new Map<string, never>();
const shape = (sections: ReturnType<typeof sectionsOf>) =>
  sections.map(({ kind, results }) => [
    kind,
    results.map(({ job, generation }) => generation?.id ?? job.order?.prompt),
  ]);

test('orders of this session stand above the work of before, each once', () => {
  const jobs = accepted(ordered([], { key: 'k', orders: single('A fox') }, NOW), 'k', ['fox']);
  const results = resultsOf(jobs, [done('fox'), done('sea')]);
  expect(results.map(({ job, generation }) => [job.key, generation?.id])).toEqual([
    ['k', 'fox'],
    ['sea', 'sea'],
  ]);
});

test('images of one each fill rows; several images of one prompt have a sheet of their own between them', () => {
  const four = done('four', { variants: ['a', 'b', 'c', 'd'].map(sampleVariant) });
  expect(shape(sectionsOf(resultsOf([], [done('x'), done('y'), four, done('z')]), none))).toEqual([
    ['rows', ['x', 'y']],
    ['sheet', ['four']],
    ['rows', ['z']],
  ]);
});

test('a batch is one sheet from the press of the button, in the order of its prompts, and after a reload', () => {
  const ordering = ordered([], { key: 'k', orders: batch }, NOW);
  expect(shape(sectionsOf(resultsOf(ordering, []), none))).toEqual([['sheet', ['A hare', 'An owl']]]);
  const taken = accepted(ordering, 'k', ['hare', 'owl']);
  const half = resultsOf(taken, [done('hare', { batch_id: 'b' })]);
  expect(shape(sectionsOf(half, none))).toEqual([['sheet', ['hare', 'An owl']]]);
  // The list has the newest first.
  const owl = done('owl', { batch_id: 'b', created_at: '2026-11-21T12:00:00.002Z' });
  const hare = done('hare', { batch_id: 'b', created_at: '2026-11-21T12:00:00.001Z' });
  expect(shape(sectionsOf(resultsOf([], [done('later'), owl, hare]), none))).toEqual([
    ['rows', ['later']],
    ['sheet', ['hare', 'owl']],
  ]);
});

test('of a batch whose others are gone, the last is a picture like others', () => {
  expect(shape(sectionsOf(resultsOf([], [done('x'), done('owl', { batch_id: 'b' })]), none))).toEqual([
    ['rows', ['x', 'owl']],
  ]);
});

test('what comes on top leaves the rows below as they are', () => {
  const keyOf = (jobs: Parameters<typeof resultsOf>[0]) => sectionsOf(resultsOf(jobs, [done('x')]), none).at(-1)?.key;
  expect(keyOf(ordered([], { key: 'k', orders: single('A fox') }, NOW))).toBe(keyOf([]));
  expect(keyOf(ordered([], { key: 'k', orders: batch }, NOW))).toBe(keyOf([]));
});

test('how many images there will be is known by the order, or by the stream', () => {
  const order = ordersOf({ ...initialForm(undefined), prompt: 'A fox', count: '4' });
  const [ordering] = resultsOf(ordered([], { key: 'k', orders: order }, NOW), []);
  expect(ordering && expectedOf(ordering, none)).toBe(4);
  const open = sampleGeneration({ id: 'g', status: 'processing' });
  const [adopted] = resultsOf([], [open]);
  expect(adopted && expectedOf(adopted, new Map([['g', 8]]))).toBe(8);
});

test('the work of before is what has images or will have some, of thirty days, each once', () => {
  const read = [
    done('new', { created_at: '2026-11-20T12:00:00.000Z' }),
    done('new', { created_at: '2026-11-20T12:00:00.000Z' }),
    sampleGeneration({ id: 'failed', status: 'failed', created_at: '2026-11-20T12:00:00.000Z' }),
    sampleGeneration({ id: 'open', status: 'queued', created_at: '2026-11-20T12:00:00.000Z' }),
    done('old', { created_at: '2026-10-20T12:00:00.000Z' }),
  ];
  expect(recentWork(read, NOW).map(({ id }) => id)).toEqual(['new', 'open']);
});
