import { randomUUID } from 'node:crypto';
import { Lifecycle } from '@easel/kernel/server/lifecycle';
import { Metrics } from '@easel/kernel/server/metrics';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { GenerationStory } from '../testing/generations.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';
import { readModels } from '../read-models.ts';
import { operationsModel } from './operations.projector.ts';

let queries: QueryServer;
/** Past the moment for which what is known counts. */
let minutes = 0;
const begun = performance.now();
const aMinuteLater = () => vi.spyOn(performance, 'now').mockReturnValue(begun + ++minutes * 60_000);
afterEach(() => vi.restoreAllMocks());
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

test('the metrics tell of facts that are parked, and the process stays ready', async () => {
  const { app } = queries.server;
  const member = await queries.member();
  const one = new GenerationStory(new Recorder(), member.id);
  await queries.append(one.requested(), one.requested(), one.started());
  for (const path of [`/api/generation/${one.generationId}`, '/api/analytics/dashboard']) {
    const { headers } = await member.get(path).expect(200);
    expect(headers).not.toHaveProperty('x-stale');
  }
  aMinuteLater();
  const text = await app.get(Metrics).text();
  expect(text).toMatch(/^easel_projection_gallery_parked 2$/m);
  expect(text).toMatch(/^easel_projection_gallery_lag 0$/m);
  expect(text).toMatch(/^easel_projection_dashboard_parked 0$/m);
  expect(await app.get(Lifecycle).readiness()).toMatchObject({
    ready: true,
    checks: { 'projection gallery': 'ok', 'projection dashboard': 'ok' },
  });
});

test('while only the store itself writes nobody is behind, nothing is counted, and readiness costs one read', async () => {
  const {
    app,
    foundation: { log },
  } = queries.server;
  const { type, data, metadata } = new GenerationStory(new Recorder(), randomUUID()).requested();
  const storeWrites = () => log.appendAnywhere('$stats-test', [{ id: randomUUID(), fact: { type, data }, metadata }]);
  const lags = async (): Promise<string[]> => {
    await storeWrites();
    aMinuteLater();
    const text = await app.get(Metrics).text();
    return [...text.matchAll(/^easel_projection_\w+_lag (.+)$/gm)].map(([, lag = '']) => lag);
  };
  const none = [...readModels, operationsModel].map(() => '0');
  expect(await lags()).toEqual(none);
  const [heads, reading] = [vi.spyOn(log, 'head'), vi.spyOn(log, 'subscribe')];
  for (let round = 1; round <= 3; round++) expect(await lags()).toEqual(none);
  expect(heads).toHaveBeenCalledTimes(3);
  expect(reading.mock.calls.map(([{ categories }]) => categories)).toEqual(['all', 'all', 'all']);
  await storeWrites();
  heads.mockClear();
  reading.mockClear();
  expect(await app.get(Lifecycle).readiness()).toMatchObject({ ready: true });
  expect([heads, reading].map(({ mock }) => mock.calls.length)).toEqual([1, 0]);
});

test('a projector that stopped makes the process unready', async () => {
  const { app, foundation } = queries.server;
  await foundation.pool.query(
    `update read_operations.projections set state = 'stopped', reason = 'a newer fact' where name = 'gallery'`,
  );
  aMinuteLater();
  const { ready, checks } = await app.get(Lifecycle).readiness();
  expect({ ready, gallery: checks['projection gallery'], dashboard: checks['projection dashboard'] }).toEqual({
    ready: false,
    gallery: 'ProjectionStopped',
    dashboard: 'ok',
  });
});
