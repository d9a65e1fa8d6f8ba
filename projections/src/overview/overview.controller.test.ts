import { randomUUID } from 'node:crypto';
import { operatorRoles } from '@easel/contracts/kernel/console';
import { overviewHttp } from '@easel/contracts/operations/overview.http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type * as z from 'zod/mini';
import { AccountStory } from '../testing/accounts.ts';
import { GenerationStory } from '../testing/generations.ts';
import { operator } from '../testing/operators.ts';
import { OrderStory } from '../testing/orders.ts';
import { type QueryServer, startQueries } from '../testing/query-server.ts';
import { Recorder } from '../testing/recorded.ts';

const path = '/api/admin/overview';
let queries: QueryServer;
beforeAll(async () => {
  queries = await startQueries();
});
afterAll(() => queries.close());

const look = async (query = ''): Promise<z.output<typeof overviewHttp.overview.reply>> => {
  const { authorization } = await operator(queries, 'support');
  const { body, headers } = await queries.nobody.get(`${path}${query}`).set('authorization', authorization).expect(200);
  expect(headers).toMatchObject({ 'cache-control': 'no-store' });
  expect(overviewHttp.overview.reply.parse(body)).toEqual(body);
  return body as z.output<typeof overviewHttp.overview.reply>;
};

const zeros = {
  visits: 0,
  registered: 0,
  purchases: 0,
  orders: 0,
  orders_paid: 0,
  shipped: 0,
  requested: 0,
  completed: 0,
  failed: 0,
  cancelled: 0,
  granted: 0,
  held: 0,
  captured: 0,
  released: 0,
};

test('without a fact every day that is asked for is all zeros', async () => {
  const { at, today, days, from, to } = await look('?days=14');
  expect(today).toEqual(zeros);
  const midnight = Date.parse(`${at.slice(0, 10)}T00:00:00Z`);
  const asked = Array.from({ length: 14 }, (_, index) =>
    new Date(midnight - (13 - index) * 86_400_000).toISOString().slice(0, 10),
  );
  expect(days).toEqual(asked.map((day) => ({ day, ...zeros })));
  expect([from, to]).toEqual([asked[0], asked.at(-1)]);
});

test('tells of today, for every role, and of what was written a moment ago', async () => {
  const recorder = new Recorder();
  const account = new AccountStory(recorder);
  const generation = new GenerationStory(recorder, account.memberId);
  await queries.append(
    account.allowance(500),
    account.held(generation.generationId, 100),
    ...generation.whole(),
    account.captured(generation.generationId, 100),
    account.bought(),
    new GenerationStory(recorder, account.memberId).requested(),
    new OrderStory(recorder).paid(3749),
  );
  const { today, days } = await look();
  expect(today).toEqual({
    ...zeros,
    requested: 2,
    completed: 1,
    purchases: 1,
    orders: 1,
    orders_paid: 37.49,
    granted: 50,
    held: 10,
    captured: 10,
  });
  expect(days.at(-1)).toEqual({ day: days.at(-1)?.day, ...today });
  const past = await look('?from=2025-01-01&to=2025-01-02');
  expect(past.today).toEqual(today);
  expect(past.days).toEqual(['2025-01-01', '2025-01-02'].map((day) => ({ day, ...zeros })));
});

test('is shut to whoever is no operator', async () => {
  await queries.nobody.get(path).expect(401);
  await queries.nobody.get(path).set('authorization', `Bearer ${randomUUID()}`).expect(401);
  const member = await queries.member();
  await member.get(path).expect(403);
  for (const role of operatorRoles) {
    const { authorization } = await operator(queries, role);
    await queries.nobody.get(path).set('authorization', authorization).expect(200);
  }
});
