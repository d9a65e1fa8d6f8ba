import { expect, test } from 'vitest';
import { noLiveJobs, received, type LiveJobEvent } from './live-jobs.ts';
import { sampleLiveJob } from './testing/sample-generation.ts';

const after = (...events: LiveJobEvent[]) => events.reduce(received, noLiveJobs).jobs;
const jobs = (...list: ReturnType<typeof sampleLiveJob>[]): LiveJobEvent => ({
  name: 'jobs',
  data: { jobs: list },
  id: '1',
});
const job = (...[changes]: Parameters<typeof sampleLiveJob>): LiveJobEvent => ({
  name: 'job',
  data: sampleLiveJob(changes),
  id: '2',
});

test('a stream begins with all that is open, and each fact says how one stands', () => {
  const told = after(
    jobs(sampleLiveJob({ id: 'a' }), sampleLiveJob({ id: 'b' })),
    job({ id: 'a', status: 'processing' }),
  );
  expect([...told.values()].map(({ id, status }) => [id, status])).toEqual([
    ['a', 'processing'],
    ['b', 'queued'],
  ]);
});

test('progress changes what it names and nothing else; of unknown and ended jobs it says nothing', () => {
  const progress = (id: string): LiveJobEvent => ({
    name: 'progress',
    data: { id, done: 1, progress: 0.4, eta_ms: 900 },
    id: undefined,
  });
  const told = after(jobs(sampleLiveJob({ id: 'a', count: 4 })), job({ id: 'b', status: 'completed' }), progress('a'));
  expect(told.get('a')).toMatchObject({ done: 1, progress: 0.4, eta_ms: 900, count: 4 });
  const ended = after(job({ id: 'b', status: 'completed', progress: 1 }), progress('b'), progress('c'));
  expect(ended.get('b')?.progress).toBe(1);
  expect(ended.has('c')).toBe(false);
});

test('those that wait move up, the one that is being made does not', () => {
  const told = after(
    jobs(
      sampleLiveJob({ id: 'a', status: 'processing', position: null }),
      sampleLiveJob({ id: 'b', position: 4 }),
      sampleLiveJob({ id: 'c', position: 5 }),
    ),
    { name: 'queue', data: { waiting: [{ id: 'b', position: 0, eta_ms: 5000 }] }, id: undefined },
  );
  expect([...told.values()].map(({ position }) => position)).toEqual([null, 0, 5]);
});

test('one that ended while nobody listened is forgotten, so that it is asked for', () => {
  const told = after(jobs(sampleLiveJob({ id: 'a' })), job({ id: 'b', status: 'completed' }), jobs());
  expect([...told.keys()]).toEqual(['b']);
});

test('how many images are to come is the same thing until another job comes', () => {
  const begun = received(noLiveJobs, jobs(sampleLiveJob({ id: 'a', count: 4 })));
  const going = received(begun, job({ id: 'a', count: 4, status: 'processing' }));
  expect(going.counts).toBe(begun.counts);
  expect([...received(going, job({ id: 'b', count: 1 })).counts]).toEqual([
    ['a', 4],
    ['b', 1],
  ]);
});

test('ended ones do not pile up', () => {
  const many = Array.from({ length: 80 }, (_, n) => job({ id: `ended-${n}`, status: 'completed' }));
  const told = after(job({ id: 'open' }), ...many);
  expect(told.size).toBe(51);
  expect(told.has('open')).toBe(true);
  expect(told.has('ended-79')).toBe(true);
});

test('a preview stays until there is another, or its picture', () => {
  const progress = (done: number, preview?: string): LiveJobEvent => ({
    name: 'progress',
    data: { id: 'a', done, progress: 0.4, eta_ms: 900, ...(preview !== undefined && { preview }) },
    id: undefined,
  });
  const begun = [job({ id: 'a', status: 'processing', count: 4 }), progress(0, 'UklGRg==')];
  expect(after(...begun).get('a')?.preview).toBe('UklGRg==');
  expect(after(...begun, progress(0)).get('a')?.preview).toBe('UklGRg==');
  expect(after(...begun, job({ id: 'a', status: 'processing', count: 4 })).get('a')?.preview).toBe('UklGRg==');
  expect(after(...begun, progress(1)).get('a')?.preview).toBeUndefined();
  expect(after(...begun, job({ id: 'a', status: 'completed' })).get('a')?.preview).toBeUndefined();
});
