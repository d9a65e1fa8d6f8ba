import { randomUUID } from 'node:crypto';
import type { ParkedFact, ProjectionRecord } from '@easel/contracts/operations/http';
import { projectionNames } from '@easel/contracts/projection-names';
import { modelOf } from '@easel/projections/operations/maintenance';
import { GenerationStory } from '@easel/projections/testing/generations';
import { hearProjections, type Notifications } from '@easel/projections/testing/notifications';
import { type QueryServer, startQueries } from '@easel/projections/testing/query-server';
import { Recorder } from '@easel/projections/testing/recorded';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { runProjections } from './run-projections.ts';

let queries: QueryServer;
let heard: Notifications;
beforeAll(async () => {
  queries = await startQueries();
  heard = await hearProjections(queries.server.foundation.config.DATABASE_URL);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await heard.close();
  await queries.close();
});

async function run(...args: string[]) {
  const { DATABASE_URL, EVENT_STORE_URL, MASTER_KEY } = queries.server.foundation.config;
  const [out, err]: [string[], string[]] = [[], []];
  // What it says while it works goes there at once.
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => (out.push(String(text).trimEnd()), true));
  const output = { out: (line: string) => void out.push(line), err: (line: string) => void err.push(line) };
  const env = { DATABASE_URL, EVENT_STORE_URL, MASTER_KEY };
  const code = await runProjections(args, env, output, new AbortController().signal);
  vi.restoreAllMocks();
  return { code, out, err: err.join('\n') };
}
const records = async (): Promise<ProjectionRecord[]> =>
  (await run('list', '--json')).out.map((line) => JSON.parse(line) as ProjectionRecord);
const record = async (name: string) => (await records()).find(({ id }) => id === name);

test('lists how they stand', async () => {
  expect((await records()).map(({ id }) => id).toSorted()).toEqual([...projectionNames].toSorted());
  const { code, out } = await run('list');
  expect(code).toBe(0);
  expect(out.find((line) => line.startsWith('gallery'))).toMatch(/^gallery +v\d+ +live +-?\d+ of \d+ +0 behind$/);
});

test('pauses and resumes what runs beside it, with the reason as a fact', async () => {
  expect(await run('pause', 'gallery', '--reason', 'a look')).toMatchObject({
    code: 0,
    err: expect.stringMatching(/^PostgreSQL at .* from DATABASE_URL, .*, the master key from MASTER_KEY$/),
  });
  await heard.until(
    () => record('gallery'),
    (found) => found?.phase === 'paused',
  );
  expect((await run('list')).out.find((line) => line.startsWith('gallery'))).toMatch(/paused.*a look$/);
  expect(await run('pause', 'gallery', '--reason', 'a second look')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/\nThis projection is paused already$/),
  });
  expect((await run('resume', 'gallery', '--reason', 'seen')).code).toBe(0);
  await heard.until(
    () => record('gallery'),
    (found) => found?.phase === 'live',
  );
  const facts = await Array.fromAsync(queries.server.foundation.log.read('projection-gallery'));
  expect(facts).toMatchObject([
    { type: 'ProjectionPaused', data: { reason: 'a look' }, metadata: { actor: { id: 'projections cli' } } },
    { type: 'ProjectionResumed', data: { reason: 'seen' } },
  ]);
});

test('rebuilds, and says with 1 that it did not take what differs', async () => {
  const story = new GenerationStory(new Recorder(), randomUUID());
  await queries.append(...story.whole());
  await heard.until(
    () => record('dashboard'),
    (found) => (found?.events_applied ?? 0) >= 4,
  );
  const made = await run('rebuild', 'dashboard');
  expect(made.code).toBe(0);
  expect(made.out.at(-1)).toMatch(/^swapped in, made of \d+ facts$/);
  await queries.server.foundation.pool.query(`update ${modelOf('dashboard').schema}.figures set completed = 9`);
  expect((await run('rebuild', 'dashboard')).code).toBe(1);
  expect((await run('rebuild', 'dashboard', '--accept-difference')).code).toBe(0);
});

test('shows what is parked without personal data, and tries it again', async () => {
  const story = new GenerationStory(new Recorder(), randomUUID());
  await queries.append(story.requested({ prompt: 'my neighbour' }), story.requested({ prompt: 'my neighbour' }));
  const parking = ['favorites', 'gallery', 'people', 'search'];
  for (const name of parking) {
    await heard.until(
      () => record(name),
      (found) => found?.parked === 1,
    );
  }
  const partition = `generation-${story.generationId}`;
  const { out } = await run('park', 'list');
  const line = (name: string) => new RegExp(`^${name} +${partition} +1 +\\S+Z +error: duplicate key`);
  expect(out.toSorted()).toEqual(parking.map((name) => expect.stringMatching(line(name)) as unknown));
  const shown = await run('park', 'show', 'gallery', partition, '--json');
  expect(shown.out.map((line) => JSON.parse(line) as ParkedFact)).toMatchObject([
    { type: 'GenerationRequested', data: { prompt: '[sealed]' } },
  ]);
  expect((await run('park', 'show', 'gallery', partition)).out.join()).not.toContain('neighbour');
  const tried = await run('park', 'retry', 'gallery', partition);
  expect([tried.code, tried.out]).toEqual([1, ['0 facts applied, 1 left']]);
});

test('says what it does not understand', async () => {
  for (const words of [
    [],
    ['list', 'gallery'],
    ['pause', 'gallery'],
    ['park', 'retry', 'gallery'],
    ['drop', 'gallery'],
  ]) {
    expect(await run(...words)).toMatchObject({
      code: 2,
      out: [],
      err: expect.stringContaining('npm run projections'),
    });
  }
  expect(await run('pause', 'secrets', '--reason', 'x')).toMatchObject({
    code: 1,
    err: expect.stringMatching(/\nThere is no such projection$/),
  });
  expect(await run('rebuild', 'secrets')).toMatchObject({
    code: 2,
    err: expect.stringContaining('no read model secrets'),
  });
  expect((await run('--help')).out[0]).toContain('npm run projections -- list');
});
